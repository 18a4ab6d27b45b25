-- "jurt"; tells our database from any other.
PRAGMA application_id = 1786081908;
PRAGMA user_version = 1;

-- A run and its face. `key` is short because every event repeats it.
CREATE TABLE runs (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    fence INTEGER NOT NULL,
    head_seq INTEGER NOT NULL,
    head_hash BLOB NOT NULL,
    updated_ms INTEGER NOT NULL,
    summary TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    workflow TEXT NOT NULL,
    definition BLOB NOT NULL,
    mode TEXT NOT NULL,
    parent BLOB,
    parent_seq INTEGER
) STRICT;

-- The journal, in the order of arrival: a commit of many runs then touches few pages, where a
-- table ordered by run would touch one for each. `payload` comes last, so that headers are read
-- without it.
CREATE TABLE events (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload_hash BLOB NOT NULL,
    hash BLOB NOT NULL,
    payload BLOB
) STRICT;

CREATE UNIQUE INDEX events_by_run ON events (run, seq);

CREATE TABLE blobs (
    key INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    encoded BLOB NOT NULL
) STRICT;

-- Which run holds on to which blob; the blob goes with its last holder.
CREATE TABLE run_blobs (
    run INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (run, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX run_blobs_by_hash ON run_blobs (hash);

CREATE TABLE snapshots (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: an id that was folded into a journal never comes back.
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER NOT NULL,
    message TEXT NOT NULL
) STRICT;

CREATE INDEX inbox_by_run ON inbox (run);

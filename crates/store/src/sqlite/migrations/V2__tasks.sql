PRAGMA user_version = 2;

-- What runs leave to other processes. `run` is the id of the run and not its key: a task may be offered before the
-- run's first commit. A reply stays until the run has ended.
CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    run BLOB NOT NULL,
    instance TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    worker TEXT NOT NULL,
    act BLOB NOT NULL,
    request TEXT NOT NULL,
    token TEXT,
    holder TEXT,
    until_ms INTEGER,
    claims INTEGER NOT NULL DEFAULT 0,
    reply TEXT,
    UNIQUE (run, instance, attempt)
) STRICT;

CREATE INDEX tasks_open ON tasks (worker, id) WHERE reply IS NULL;
CREATE INDEX tasks_by_token ON tasks (token) WHERE token IS NOT NULL;

#!/usr/bin/env python3
"""A second verifier of jurat bundles, which does what docs/bundle-format.md says and shares no code with jurat.

It needs Python 3.9 or later and nothing else. It checks the archive, every hash, the chain of events, and that
the words quoted stand in the texts carried. It decides nothing again: whether an answer follows from its quotes
is for `jurat verify`. Of a signature it checks all but the arithmetic of Ed25519, and says so.

    python3 verify.py FILE...

A line for each file says whether it holds. The exit code is 0 where all hold, 1 where one does not.
"""

import hashlib
import json
import re
import struct
import sys
import uuid
import zlib

# --- BLAKE3, as far as it is needed: one hash of 32 bytes, no key ---------------------------------------------

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
PERMUTED = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
MIXED = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
         (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
CHUNK_START, CHUNK_END, PARENT, ROOT, M32 = 1, 2, 4, 8, 0xFFFFFFFF


# For each of seven rounds and eight mixings: four places of the state and two words of the block.
STEPS, order = [], list(range(16))
for _ in range(7):
    STEPS += [at + (order[2 * i], order[2 * i + 1]) for i, at in enumerate(MIXED)]
    order = [order[i] for i in PERMUTED]


def compress(chaining, block, counter, length, flags):
    m = struct.unpack("<16I", block.ljust(64, b"\0"))
    v = [*chaining, *IV[:4], counter & M32, counter >> 32, length, flags]
    for a, b, c, d, x, y in STEPS:
        va, vb, vc, vd = v[a], v[b], v[c], v[d]
        va = va + vb + m[x] & M32
        vd ^= va
        vd = vd >> 16 | vd << 16 & M32
        vc = vc + vd & M32
        vb ^= vc
        vb = vb >> 12 | vb << 20 & M32
        va = va + vb + m[y] & M32
        vd ^= va
        vd = vd >> 8 | vd << 24 & M32
        vc = vc + vd & M32
        vb ^= vc
        v[a], v[b], v[c], v[d] = va, vb >> 7 | vb << 25 & M32, vc, vd
    return [v[i] ^ v[i + 8] for i in range(8)]


def chunk(data, counter, root):
    chaining, last = IV, max(0, len(data) - 1) // 64
    for at in range(last + 1):
        block = data[64 * at : 64 * at + 64]
        flags = (CHUNK_START if at == 0 else 0) | ((CHUNK_END | root) if at == last else 0)
        chaining = compress(chaining, block, counter, len(block), flags)
    return chaining


def tree(data, counter, root):
    """The left part of a tree has as many whole chunks of 1,024 bytes as the largest power of two allows."""
    if len(data) <= 1024:
        return chunk(data, counter, root)
    left = 1024 << ((len(data) - 1) // 1024).bit_length() - 1
    both = tree(data[:left], counter, 0) + tree(data[left:], counter + left // 1024, 0)
    return compress(IV, struct.pack("<16I", *both), 0, 64, PARENT | root)


def blake3(data):
    return struct.pack("<8I", *tree(bytes(data), 0, ROOT)).hex()


def blake3_parts(*parts):
    return blake3(b"".join(struct.pack("<Q", len(part)) + part for part in parts))


# --- the archive -----------------------------------------------------------------------------------------------


class Fault(Exception):
    """Something in a bundle that does not hold."""


def need(holds, what):
    if not holds:
        raise Fault(what)


LIMIT = 1 << 30
PART = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?"
PLAIN_NAME = re.compile(rf"(?=.{{1,120}}\Z){PART}(?:/{PART})?\Z")


def unpacked(data, method, size):
    if method == 0:
        need(len(data) == size, "a stored member has two sizes")
        return data
    need(method == 8, "a member is packed in an unknown way")
    need(size <= 100 * len(data), "a member unpacks to more than 100 times its size")
    engine = zlib.decompressobj(-15)
    try:
        plain = engine.decompress(data, size + 1)
    except zlib.error:
        raise Fault("a member cannot be unpacked") from None
    need(engine.eof and not engine.unused_data and len(plain) == size, "a member has another size")
    return plain


def read_archive(data):
    """Members by name, plain and as they lie in the file. Every byte of the file is accounted for."""
    need(len(data) <= LIMIT and len(data) >= 22, "the file is too long or too short")
    end = data[-22:]
    need(end[:4] == b"PK\x05\x06", "the file does not end with its directory")
    count, length, start = struct.unpack("<HII", end[10:20])
    need(count <= 65000 and start + length == len(data) - 22, "the directory is not where it should be")
    members, again, central, at, room = {}, [], [], start, LIMIT
    for _ in range(count):
        need(data[at : at + 4] == b"PK\x01\x02" and at + 46 <= len(data), "the directory is damaged")
        method, _, _, _, packed, size, name_len = struct.unpack("<HHHIIIH", data[at + 10 : at + 30])
        (offset,) = struct.unpack("<I", data[at + 42 : at + 46])
        raw_name = data[at + 46 : at + 46 + name_len]
        at += 46 + name_len
        name = raw_name.decode("ascii", "replace")
        need(PLAIN_NAME.match(name), f"{name!r} is no name of a member")
        need(not members or max(members) < name, "members are not sorted, each once")
        body = data[offset + 30 + name_len : offset + 30 + name_len + packed]
        need(len(body) == packed and size <= room, "a member is cut or too large")
        room -= size
        plain = unpacked(body, method, size)
        shared = struct.pack("<5H3I2H", 20, 0, method, 0, 0x21, zlib.crc32(plain), packed, size, name_len, 0)
        need(sum(map(len, again)) == offset, "members do not follow one another")
        again.append(b"PK\x03\x04" + shared + raw_name + body)
        central.append(b"PK\x01\x02\x14\0" + shared + bytes(10) + struct.pack("<I", offset) + raw_name)
        members[name] = (plain, body)
    directory = b"".join(central)
    tail = b"PK\x05\x06" + struct.pack("<4HIIH", 0, 0, count, count, len(directory), start, 0)
    need(b"".join(again) + directory + tail == data, "there are bytes that no member accounts for")
    return members


# --- manifest, journal, blobs ----------------------------------------------------------------------------------


def parsed(data, what):
    try:
        return json.loads(data.decode("utf-8"))
    except ValueError:
        raise Fault(f"{what} is no JSON") from None


def written(value):
    """Canonical JSON of values without fractions, whose keys are ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check_manifest(members):
    need("manifest.json" in members, "there is no manifest")
    text = members["manifest.json"][0]
    manifest = parsed(text, "the manifest")
    need(isinstance(manifest, dict) and manifest.get("format") == "jurat-bundle", "this is no bundle")
    keys = "definition format head maker members root run signer version workflow".split()
    need(sorted(manifest) == keys and manifest["version"] == 1, "the manifest has other keys, or another version")
    need(written(manifest) == text, "the manifest is not canonical")
    root = blake3_parts(b"jurat bundle root", written({**manifest, "root": "0" * 64}))
    need(root == manifest["root"], "the root is not the hash of the manifest")
    names = [entry["name"] for entry in manifest["members"]]
    need(names == sorted(set(names)) and "journal.jsonl" in names, "the members are not listed rightly")
    need(set(members) - set(names) <= {"manifest.json", "signature.json"}, "a member is not listed")
    for entry in manifest["members"]:
        name = entry["name"]
        need(name in members, f"{name} is missing")
        ours = name in ("journal.jsonl", "definition.json") or re.match(r"reports/|blobs/[0-9a-f]{64}\Z", name)
        need(ours, f"{name} is no member of a bundle")
        plain, body = members[name]
        need(entry["size"] == len(plain), f"{name} has another size")
        need(entry["hash"] == blake3(plain), f"{name} has another hash")
        need(entry["packed"] == (entry["hash"] if plain is body else blake3(body)), f"{name} is packed otherwise")
    return manifest


def check_signature(members, manifest):
    """All but whether the 64 bytes are the signature of that key."""
    need((manifest["signer"] is None) == ("signature.json" not in members), "the signature was taken or added")
    if manifest["signer"] is None:
        return
    text = members["signature.json"][0]
    signature = parsed(text, "the signature")
    need(written(signature) == text and sorted(signature) == "algorithm public_key root signature".split(),
         "the signature is not canonical")
    named = signature["algorithm"] == "ed25519" and signature["public_key"] == manifest["signer"]
    need(named and signature["root"] == manifest["root"], "the signature is of something else")


SUBJECT_KEYS = {"join_due": "stage", "wall_spent": "budget"}


def event_of(line, number, previous, run):
    """One line of the journal, held against the chain: its payload and its hash."""
    place = f"event {number}"
    fields = parsed(line, place)
    keys = ["seq", "kind", "subject", "at_ms", "payload_hash", "hash", "payload"]
    need(isinstance(fields, dict) and list(fields) == keys, f"{place} has other keys")
    head = {key: fields[key] for key in keys[:-1]}
    begin = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()[:-1] + b',"payload":'
    need(line.startswith(begin) and line.endswith(b"}"), f"{place} is written otherwise")
    need(fields["seq"] == number, f"{place} is out of place")
    kind, subject = fields["kind"].encode(), fields["subject"].encode()
    sealed = bytes.fromhex(previous) + run + struct.pack("<Qq", number, fields["at_ms"])
    for text in (kind, subject):
        sealed += struct.pack("<Q", len(text)) + text
    sealed += bytes.fromhex(fields["payload_hash"])
    need(blake3(sealed) == fields["hash"], f"{place} does not fit the chain")
    payload = fields["payload"]
    if payload is None:
        return None, fields["hash"]
    need(blake3(line[len(begin) : -1]) == fields["payload_hash"], f"the payload of {place} was changed")
    own = payload.get(SUBJECT_KEYS.get(payload.get("kind"), "at"), "")
    need(payload.get("kind") == fields["kind"] and own == fields["subject"], f"{place} has another header")
    return payload, fields["hash"]


def check_journal(members, manifest):
    """The payloads of all events; those that were erased are left out."""
    text = members["journal.jsonl"][0]
    need(text.endswith(b"\n"), "the journal does not end with a line")
    run, last, payloads = uuid.UUID(manifest["run"]).bytes, "0" * 64, []
    lines = text[:-1].split(b"\n")
    for number, line in enumerate(lines, 1):
        payload, last = event_of(line, number, last, run)
        payloads.append(payload)
    need(manifest["head"] == {"seq": len(lines), "hash": last}, "the journal has another end")
    first = payloads[0]
    if first is not None:
        text, named = members["definition.json"][0], manifest["workflow"]
        need(first.get("definition") == manifest["definition"] == blake3(text), "it has another definition")
        names = (first.get("workflow", named), parsed(text, "the definition").get("name"))
        need(names == (named, named), "it is of another workflow")
    return [payload for payload in payloads if payload is not None]


def stored_values(payload):
    """What an event writes: pairs of a name and a value, `{"v": …}` or `{"b": hash}`."""
    pairs = payload.get("writes", []) + payload.get("input", [])
    yield from (value for _, value in pairs)
    if "result" in payload:
        yield payload["result"]
    for op in payload.get("ops", []):
        items = op.get("start", {}).get("items") if isinstance(op, dict) else None
        if items is not None:
            yield items


def check_blobs(members, payloads):
    """Every value that the run wrote."""
    blobs = {name[6:]: plain for name, (plain, _) in members.items() if name.startswith("blobs/")}
    for name, plain in blobs.items():
        need(blake3(plain) == name, f"blob {name} holds something else")
    texts = {"journal": members["journal.jsonl"][0], **blobs}
    for name in blobs:
        named = any(name.encode() in text for of, text in texts.items() if of != name)
        need(named, f"no event refers to blob {name}")
    values = []
    for value in (value for payload in payloads for value in stored_values(payload)):
        if "b" in value:
            need(value["b"] in blobs, f"blob {value['b']} is missing")
            values.append(parsed(blobs[value["b"]], f"blob {value['b']}"))
        else:
            values.append(value["v"])
    for payload in payloads:
        if payload["kind"] in ("snapshot", "forked"):
            need(payload["state"] in blobs, "the blob of a snapshot is missing")
    return values


# --- quoted words ----------------------------------------------------------------------------------------------


def objects(value):
    """All objects inside a value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)


def has(one, *keys):
    return all(key in one for key in keys)


def turned_away(values):
    """The requirements that were rejected and never verified: their words need not stand anywhere."""
    records = [one for value in values for one in objects(value) if has(one, "requirement_id", "verified")]
    passed = {one["requirement_id"] for one in records if one["verified"]}
    return {one["requirement_id"] for one in records} - passed


def span_of(text, span):
    data = text.encode()
    start, end = span["start"], span["end"]
    need(0 <= start <= end <= len(data), "a place lies outside of its text")
    return data[start:end].decode("utf-8", "replace")


def lines_of(text, lines):
    all_lines = (text[:-1] if text.endswith("\n") else text).split("\n")
    kept = all_lines[lines["start"] - 1 : lines["end"]]
    return "\n".join(line[:-1] if line.endswith("\r") else line for line in kept)


def git_id(data, like):
    make = hashlib.sha256 if len(like) == 64 else hashlib.sha1
    return make(b"blob %d\0" % len(data) + data).hexdigest()


class CarriedTexts:
    """The texts that a run carries: of sources by the hash of their text and by name, of files by git's id."""

    def __init__(self, values):
        self.renditions, self.named, self.files = {}, {}, {}
        for one in (one for value in values for one in objects(value)):
            if has(one, "name", "source", "rendition", "reader", "text"):
                need(blake3(one["text"].encode()) == one["rendition"], f"the text of {one['name']} was changed")
                self.renditions[one["rendition"]] = self.named[one["name"]] = one["text"]
            elif set(one) == {"blob", "path", "text"}:
                need(git_id(one["text"].encode(), one["blob"]) == one["blob"], f"the bytes of {one['path']} were changed")
                self.files[one["blob"]] = one["text"]

    def check(self, one):
        """An object that shows words of a text shows those that stand there."""
        if set(one) == {"rendition", "ranges", "text"}:
            text, ends = self.renditions.get(one["rendition"]), 0
            need(text is not None, "a quote is of a text that is not carried")
            for span in one["ranges"]:
                need(ends <= span["start"] < span["end"], "the ranges of a quote are out of order")
                ends = span["end"]
            words = " … ".join(span_of(text, span) for span in one["ranges"])
            need(words == one["text"], f"a quote does not stand in its source: {one['text'][:60]!r}")
        elif has(one, "id", "rendition", "span", "text", "metadata"):
            text = self.renditions.get(one["rendition"])
            need(text is not None and span_of(text, one["span"]) == one["text"], f"passage {one['id']} was changed")
        elif has(one, "id", "location", "content") and one["content"]:
            self.check_evidence(one["id"], one["location"], one["content"])

    def check_evidence(self, name, at, content):
        if at["artifact"] == "repo" and at.get("lines"):
            text = self.files.get(at.get("blob"))
            stands = text is not None and lines_of(text, at["lines"]) == content
        elif at["artifact"] != "repo" and at.get("span"):
            text = self.named.get(at["path"])
            stands = text is not None and span_of(text, at["span"]) == content
        else:
            stands = False
        stands = stands and at.get("snippet") == blake3(content.encode())
        need(stands, f"the words of evidence {name} do not stand where it points")


def check_words(members, values):
    texts, away = CarriedTexts(values), turned_away(values)
    shown = [parsed(members["reports/report.json"][0], "the report")] if "reports/report.json" in members else []
    all_objects = [one for value in values + shown for one in objects(value)]
    spared = {id(one["quote"]) for one in all_objects if has(one, "quote") and one.get("requirement_id") in away}
    for one in all_objects:
        if id(one) not in spared:
            texts.check(one)


def verify(data):
    members = read_archive(data)
    manifest = check_manifest(members)
    check_signature(members, manifest)
    payloads = check_journal(members, manifest)
    check_words(members, check_blobs(members, payloads))
    return " (signed; the arithmetic of the signature was not checked)" if manifest["signer"] else ""


def main(paths):
    failed = False
    for path in paths:
        try:
            with open(path, "rb") as file:
                print(f"holds {path}{verify(file.read())}")
        except (Fault, KeyError, TypeError, ValueError, AttributeError, IndexError, struct.error) as error:
            failed = True
            print(f"fails {path}: {type(error).__name__}: {error}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else "usage: python3 verify.py FILE...")

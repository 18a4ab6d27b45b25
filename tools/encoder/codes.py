"""Cut codes and handbooks that stand as Markdown in a clone into units, in the form of extract.py.

    python3 codes.py OUT.jsonl.xz US_GIT FR_GIT BE_GIT IE_GIT HANDBOOK_GIT

US_GIT: legalize-dev/legalize-us (United States Code, public domain). FR_GIT: legalize-dev/legalize-fr (the codes of
France, Licence Ouverte 2.0). BE_GIT: legalize-dev/legalize-be (Belgian law in French, CC0). IE_GIT: legalize-dev/legalize-ie (acts
of Ireland, CC BY 4.0). HANDBOOK_GIT: 18F/handbook (CC0). Each has one language, so a unit has one side.
"""

import collections
import json
import lzma
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pairs
from extract import squeeze

LONGEST, SHORTEST = 900, 80
# What changes another text says nothing by itself.
AMENDING = re.compile(r"(?i)(is|are) (hereby )?amended|by (substituting|inserting|deleting)|modifications suivantes|"
                      r"(est|sont) (remplacée?s?|insérée?s?|complétée?s?|abrogée?s?|modifiée?s?) (par|dans|un|comme)|Dans l.article|A l.article")
# Of long codes so many units in a hundred are kept, besides those that lay questions are asked of and those of acts held out.
KEPT = {"usc": 35, "ie": 45}
HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*$")
# A heading that many articles bear says too little to be asked.
MOST_UNDER_A_HEADING = 4


def files(git_dir, wanted):
    """(path, text) of every file of a clone whose path matches; a clone may lack its largest."""
    rows = subprocess.run(["git", f"--git-dir={git_dir}", "ls-tree", "-r", "-z", "HEAD"], check=True, capture_output=True)
    listed = [row.partition("\t")[::2] for row in rows.stdout.decode().split("\0") if row]
    listed = [(meta.split()[2], path) for meta, path in listed if re.search(wanted, path)]
    blobs = subprocess.Popen(["git", f"--git-dir={git_dir}", "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for blob, path in listed:
        blobs.stdin.write(f"{blob}\n".encode())
        blobs.stdin.flush()
        head = blobs.stdout.readline().split()
        if head[-1] == b"missing":
            print(f"not in the clone: {path}", file=sys.stderr)
            continue
        text = blobs.stdout.read(int(head[2]) + 1).decode("utf-8", "replace")
        yield path, re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    blobs.stdin.close()


def plain(text):
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return squeeze(re.sub(r"<[^>]+>|\*\*|__|`|\{%.*?%\}|\{\{.*?\}\}", " ", text))


def unit(document, label, language, title, headings, note, text):
    text = plain(text)
    if len(text) < SHORTEST or AMENDING.search(text[:200]) or re.match(r"(?i)\W*(repealed|omitted|transferred|abrogé|renumbered)", text):
        return None
    side = {"title": title, "headings": headings, "note": note, "text": text[:LONGEST], "term": ""}
    both = {"en": None, "fr": None, language: side}
    return {"doc": document, "act": True, "kind": "section", "label": label, **both}


def united_states(git_dir):
    """A section, or each of its lettered subsections where it is long."""
    for path, text in files(git_dir, r"us/USC-.*\.md$"):
        title, number = re.search(r"USC-T(\w+)-S(.+)\.md$", path).groups()
        lines = text.split("\n")
        heads = [at for at, line in enumerate(lines) if HEADING.match(line)]
        if len(heads) < 2:
            continue
        note = plain(re.sub(r"^#+\s*\[?§+\s*\S+\s*", "", lines[heads[1]])).rstrip(".]")
        body = lines[heads[1] + 1:heads[2] if 2 < len(heads) else len(lines)]
        body = [line for line in body if line.strip() and not line.startswith("*(")]
        parts = [("", body)]
        if LONGEST < sum(map(len, body)):
            starts = [at for at, line in enumerate(body) if re.match(r"\([a-z]\)\s", line)] or [0]
            parts = [(re.match(r"(\([a-z]\))?", body[at])[0], body[at:end]) for at, end in zip(starts, [*starts[1:], len(body)])]
        for at, (label, lines) in enumerate(parts):
            yield unit(f"usc-{title}", number + label, "en", f"{title} U.S.C.", [note] if at else [], "" if at else note, "\n".join(lines))


def sections(text):
    """(headings above and with it, its text) of each heading of a Markdown page."""
    path, lines = [], []
    for line in [*text.split("\n"), "# end"]:
        heading = HEADING.match(line)
        if not heading:
            lines.append(line)
            continue
        if path:
            yield [name for _, name in path], "\n".join(lines)
        path = [(level, name) for level, name in path if level < len(heading[1])] + [(len(heading[1]), plain(heading[2]))]
        lines = []


def france(git_dir):
    """An article; the heading above it is what it is about where few bear that heading."""
    for path, text in files(git_dir, r"fr/LEGITEXT\d+\.md$"):
        document = "fr-" + re.search(r"\d+", path)[0].lstrip("0")
        articles = [(headings, body) for headings, body in sections(text) if headings[-1].startswith("Article ")]
        bearers = collections.Counter(tuple(headings[:-1]) for headings, _ in articles)
        for headings, body in articles:
            names = [re.sub(r"^(Livre|Titre|Chapitre|Section|Sous-section|Paragraphe)\s+\S+\s*:\s*", "", name) for name in headings[1:-1]]
            note = names.pop() if names and bearers[tuple(headings[:-1])] <= MOST_UNDER_A_HEADING else ""
            yield unit(document, headings[-1].removeprefix("Article "), "fr", headings[0], names[-2:], note, body)


# Belgian laws that people ask about, by words of their titles; the rest is administration.
BELGIAN = re.compile(r"(?i)contrats? de travail|bail|baux|logement|code (civil|pénal|judiciaire|de droit économique)|consommat|"
                     r"assurance|circulation routière|protection de la rémunération|bien-être des travailleurs|chômage|pension|"
                     r"nationalité|étrangers|famille|enfant|patient|allocations|vacances|congé|travail|fiscal|environnement|enseignement")
# Marks of amendment, which stand all through it.
AMENDED = re.compile(r"\[[¹²³⁴⁵⁶⁷⁸⁹⁰]+|\][¹²³⁴⁵⁶⁷⁸⁹⁰]+|<[^>]*>|\*\*En vigueur[^>]*>")


def belgium(git_dir):
    """An article of a law on what people ask about; its words stand in the heading and below it."""
    for path, text in files(git_dir, r"be/\d+\.md$"):
        title = re.search(r"^# (.+)$", text, re.M)
        if not title or not BELGIAN.search(title[1][:160]):
            continue
        name = squeeze(re.sub(r"^\d+ \S+ \d+\.\s*-\s*|\(NOTE.*|\[.*", "", title[1]))[:120]
        for headings, body in sections(text):
            article = re.match(r"(?:Article|Art\.)\s+([\w./:-]*\w)\.?\s+(.*)", headings[-1])
            if article:
                body = AMENDED.sub(" ", f"{article[2]}\n{body.split('----------')[0]}")
                names = [heading for heading in headings[1:-1] if not heading.startswith("Art")]
                yield unit(f"be-{path[3:-3]}", article[1], "fr", name, names[-2:], "", body)


def ireland(git_dir):
    """A section, or each of its numbered subsections where it is long."""
    for path, text in files(git_dir, r"ie/IE-(19[6-9]|20)\d+-act-\d+\.md$"):
        title = path[3:-3]
        for headings, body in sections(text):
            section = re.match(r"(\w+)\.\s+(.+)", headings[-1])
            if not section:
                continue
            body = re.sub(r"[FCE]\d+\[", "", plain(body.replace("*", ""))).replace("]", "")
            parts = re.split(r"(?<=[.;—])\s*(?=\(\d+[A-Z]?\)\s?[A-Z])", body) if LONGEST < len(body) else [body]
            note = section[2].rstrip(".")
            names = [re.sub(r"F\d+\[", "", heading) for heading in headings[:-1] if not heading[:1].isdigit()]
            for at, part in enumerate(parts):
                label = re.match(r"\(\d+[A-Z]?\)", part) if 1 < len(parts) else None
                number = section[1] + (label[0] if label else f".{at}" if at else "")
                yield unit(f"ie-{title}", number, "en", title, [*names[-1:], note] if at else names[-2:], "" if at else note, part)


def handbook(git_dir):
    for path, text in files(git_dir, r"^pages/.*\.md$"):
        for at, (headings, body) in enumerate(sections(text)):
            name = path.removeprefix("pages/").removesuffix(".md")
            document = "18f-choose" if zlib.crc32(name.encode()) % 5 == 0 else "18f"
            yield unit(document, f"{name}/{at}", "en", "handbook", headings[:-1][-2:], headings[-1], body)


def main():
    out, us, fr, be, ie, pages = sys.argv[1:]
    counts, known = collections.Counter(), set()
    here = Path(__file__).parent
    asked = set(pairs.read_lay(here / "lay"))
    held = {document for documents in pairs.held_out(here / "held_out.json").values() for document in documents}

    def is_kept(row):
        """Whether a unit goes in: a label that a document has twice stands for the first."""
        name = f"{row['doc']}#{row['label']}"
        if name in known:
            return False
        known.add(name)
        share = KEPT.get(row["doc"].split("-")[0], 100)
        return name in asked or row["doc"] in held or zlib.crc32(name.encode()) % 100 < share

    with lzma.open(out, "wt", encoding="utf-8", preset=6) as file:
        for each in (united_states(us), france(fr), belgium(be), ireland(ie), handbook(pages)):
            for row in filter(is_kept, filter(None, each)):
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
                counts[row["doc"].split("-")[0]] += 1
    print(dict(counts))


if __name__ == "__main__":
    main()

"""Cut the federal acts and regulations of Canada into units, English and French side by side.

    python3 extract.py GIT_DIR OUT.jsonl.xz

GIT_DIR is a clone of justicecanada/laws-lois-xml (Open Government Licence - Canada). A unit is a
subsection, a section without subsections, or a definition. One JSON object a line:
{"doc", "act", "kind": "section" | "definition", "label", "en": SIDE | null, "fr": SIDE | null} where SIDE is
{"title", "headings", "note", "text", "term"}.
"""

import json
import lzma
import re
import subprocess
import sys
from multiprocessing import Pool
from pathlib import PurePosixPath

from lxml import etree

PATHS = re.compile(r"(eng|fra)/(acts|lois|regulations|reglements)/[^/]+\.xml$")
# Left out of a unit's words: what was, what is drawn, and the note, which is the question.
SKIPPED = {
    "HistoricalNote", "Footnote", "MarginalNote", "ReadAsText", "AmendedText", "FormGroup",
    "TableGroup", "ImageGroup", "MathML", "FormulaGroup",
}
SPACED = {
    "Text", "Label", "Paragraph", "Subparagraph", "Clause", "Definition", "Subsection",
    "ContinuedSectionSubsection", "Provision",
}
SHORTEST = 25


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def inner(element):
    return squeeze("".join(element.itertext())) if element is not None else ""


def words(element):
    """The words of a unit, without those of its definitions."""
    out = []

    def visit(node, top):
        if isinstance(node.tag, str) and node.tag not in SKIPPED:
            if top or node.tag != "Definition":
                out.append(" " if node.tag in SPACED else "")
                out.append(node.text or "")
                for child in node:
                    visit(child, False)
                out.append(" " if node.tag in ("Text", "Label") else "")
        if not top:
            out.append(node.tail or "")

    visit(element, True)
    return squeeze("".join(out))


def is_repealed(text):
    return bool(re.search(r"repealed|abrogé", text[:60], re.IGNORECASE))


class Reader:
    """Reads the units of one document in one language."""

    def __init__(self, root):
        title = root.find(".//ShortTitle")
        self.title = inner(title if title is not None else root.find(".//LongTitle"))[:120]
        self.headings = []
        self.units = []
        body = root.find("Body")
        if body is not None:
            self.walk(body)

    def walk(self, element):
        for child in element:
            if child.tag == "Heading":
                level = int(child.get("level") or 1)
                self.headings = [(at, text) for at, text in self.headings if at < level]
                self.headings.append((level, inner(child.find("TitleText"))))
            elif child.tag == "Section":
                self.section(child)
            elif child.tag in ("Part", "Group", "Division"):
                self.walk(child)

    def section(self, section):
        label = squeeze(section.findtext("Label") or "")
        note = inner(section.find("MarginalNote"))
        parts = section.findall("Subsection")
        for at, part in enumerate(parts):
            own = inner(part.find("MarginalNote")) or (note if at == 0 else "")
            self.unit(label + squeeze(part.findtext("Label") or ""), own, part)
        if not parts:
            self.unit(label, note, section)
        for definition in section.iter("Definition"):
            self.definition(label, definition)

    def unit(self, label, note, element):
        text = words(element)
        bare = re.sub(r"^" + re.escape(label) + r"\s*", "", text)
        if SHORTEST <= len(bare) and not is_repealed(text):
            self.add("section", label, note, text, "")

    def definition(self, label, definition):
        terms = [inner(definition.find(f".//DefinedTerm{language}")) for language in ("En", "Fr")]
        if any(terms):
            key = f"{label}|{terms[0].lower()}|{terms[1].lower()}"
            self.add("definition", key, "", words(definition), terms)

    def add(self, kind, label, note, text, term):
        headings = [heading for _, heading in self.headings if heading][-2:]
        self.units.append((kind, label, {
            "title": self.title, "headings": headings, "note": note, "text": text[:900], "term": term,
        }))


def canonical(path):
    """The name that both languages of a document share."""
    name = PurePosixPath(path).stem
    return name.replace("DORS-", "SOR-").replace("TR-", "SI-").replace("_ch._", "_c._")


def listed(git_dir):
    """{document: {language: (path, blob)}} of all acts and regulations."""
    out = subprocess.run(
        ["git", f"--git-dir={git_dir}", "ls-tree", "-r", "-z", "HEAD"], check=True, capture_output=True)
    documents = {}
    for row in out.stdout.decode().split("\0"):
        meta, _, path = row.partition("\t")
        if PATHS.match(path):
            language = "en" if path.startswith("eng/") else "fr"
            documents.setdefault(canonical(path), {})[language] = (path, meta.split()[2])
    return documents


def read(job):
    """The joined units of one document."""
    git_dir, document, sides = job
    joined = {}
    for language, (_, blob) in sides.items():
        xml = subprocess.run(
            ["git", f"--git-dir={git_dir}", "cat-file", "blob", blob], capture_output=True)
        if xml.returncode:  # A clone may lack its largest files.
            print(f"not in the clone: {document} {language}", file=sys.stderr)
            continue
        root = etree.fromstring(xml.stdout, etree.XMLParser(huge_tree=True, recover=True))
        for kind, label, side in [] if root is None else Reader(root).units:
            if side["term"]:
                side["term"] = side["term"][0 if language == "en" else 1]
            # A label that a document has twice: the first stands.
            joined.setdefault((kind, label), {}).setdefault(language, side)
    act = any("/acts/" in path or "/lois/" in path for path, _ in sides.values())
    return [
        {"doc": document, "act": act, "kind": kind, "label": label, "en": both.get("en"), "fr": both.get("fr")}
        for (kind, label), both in joined.items()
    ]


def main():
    git_dir, out = sys.argv[1:]
    jobs = [(git_dir, document, sides) for document, sides in sorted(listed(git_dir).items())]
    count = 0
    with Pool() as pool, lzma.open(out, "wt", encoding="utf-8", preset=3) as file:
        for units in pool.imap(read, jobs, chunksize=16):
            for unit in units:
                file.write(json.dumps(unit, ensure_ascii=False) + "\n")
                count += 1
    print(f"{count} units of {len(jobs)} documents")


if __name__ == "__main__":
    main()

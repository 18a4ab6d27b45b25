"""Make training pairs (question, passage) of units, lay questions and other permitted texts.

A text stands once, in `texts`; a pair is (question, passage, group, document): texts of one group are
never held against each other, and pairs of one document are trained beside each other.
"""

import collections
import glob
import hashlib
import json
import lzma
import random
import re
from dataclasses import dataclass, field

import questions

LANGUAGES = ("en", "fr")
# How often each lay question is asked, over and above its unit's other questions.
LAY_REPEATS = 4


@dataclass
class Pairs:
    texts: list = field(default_factory=list)
    # 0 English, 1 French.
    language: list = field(default_factory=list)
    # The English text whose vector by the base a text should keep to; -1 where it is free.
    teacher: list = field(default_factory=list)
    pairs: list = field(default_factory=list)
    counts: collections.Counter = field(default_factory=collections.Counter)
    known: dict = field(default_factory=dict)

    def text(self, text, language, teacher=None):
        """The number of a text. English keeps to itself unless it is `free`."""
        at = self.known.get(text)
        if at is None:
            at = self.known[text] = len(self.texts)
            self.texts.append(text)
            self.language.append(LANGUAGES.index(language))
            self.teacher.append(at if language == "en" and teacher != "free" else -1)
        if isinstance(teacher, int):
            self.teacher[at] = teacher
        return at

    def add(self, kind, question, passage, group, document):
        self.pairs.append((question, passage, group, document))
        self.counts[kind] += 1


def held_out(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def read_units(*paths):
    units = []
    for path in paths:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            units.extend(json.loads(row) for row in file)
    return units


def fingerprint(side):
    words = re.findall(r"\w+", questions.without_label(side["text"]).lower())
    return hashlib.sha256(" ".join(words).encode()).digest()


def for_training(units, held):
    """Units of other documents, without copies of each other or of what is held out."""
    left_out = {document for documents in held.values() for document in documents}
    banned = {fingerprint(unit[language]) for unit in units if unit["doc"] in left_out
              for language in LANGUAGES if unit[language]}
    kept, seen, copies = [], set(), 0
    for unit in units:
        prints = tuple(fingerprint(unit[language]) for language in LANGUAGES if unit[language])
        if unit["doc"] in left_out or prints in seen:
            continue
        seen.add(prints)
        if banned.isdisjoint(prints):
            kept.append(unit)
        else:
            copies += 1
    return kept, copies


def read_lay(folder):
    """{unit: {"en": [question], "fr": [question]}}"""
    lay = {}
    for path in sorted(glob.glob(f"{folder}/train*.jsonl")):
        with open(path, encoding="utf-8") as file:
            for row in map(json.loads, file):
                lay[row["unit"]] = row
    return lay


def build(units, lay, general, seed):
    """All pairs. `general` are (question, passage, group) of other permitted sets."""
    rng = random.Random(seed)
    out = Pairs()
    notes = collections.Counter(
        unit[language]["note"].lower() for unit in units for language in LANGUAGES if unit[language])
    strange = [heading for unit in rng.sample(units, min(len(units), 20000)) if unit["en"]
               for heading in unit["en"]["headings"]]
    numbers = {}
    for group, unit in enumerate(units):
        document = numbers.setdefault(unit["doc"], len(numbers))
        Unit(out, rng, notes, strange, unit, group, document).add_all(lay.get(f"{unit['doc']}#{unit['label']}"))
    for group, (question, passage) in enumerate(general, start=len(units)):
        out.add("general", out.text(question, "en"), out.text(passage, "en"), group, len(numbers) + group // 64)
    return out


class Unit:
    """The pairs of one unit."""

    def __init__(self, out, rng, notes, strange, unit, group, document):
        self.out, self.rng, self.notes, self.unit = out, rng, notes, unit
        self.group, self.document = group, document
        self.passages = {}
        for language in LANGUAGES:
            side = unit[language]
            if side:
                twin = self.passages.get("en") if language == "fr" else None
                self.passages[language] = [
                    out.text(text, language, twin[at] if twin and at < 2 else None)
                    for at, text in enumerate(self.shapes(side, strange))]

    def shapes(self, side, strange):
        """A passage alone, below its own headings, and sometimes below those of another act."""
        yield side["text"]
        yield "\n".join([*side["headings"], side["text"]])
        if self.rng.random() < .1:
            yield f"{self.rng.choice(strange)}\n{side['text']}"

    def passage(self, language):
        first, second, *other = self.passages[language]
        if other and self.rng.random() < .3:
            return other[0]
        return first if self.rng.random() < .4 else second

    def ask(self, kind, question, language, across):
        """A question for the passage in its own language and, with some chance, in the other."""
        other = LANGUAGES[1 - LANGUAGES.index(language)]
        self.out.add(f"{kind} {language}>{language}", question, self.passage(language), self.group, self.document)
        if other in self.passages and self.rng.random() < across:
            self.out.add(f"{kind} {language}>{other}", question, self.passage(other), self.group, self.document)

    def add_all(self, lay):
        unit, rng, out = self.unit, self.rng, self.out
        if len(self.passages) == 2:
            pair = [self.passage("en"), self.passage("fr")]
            rng.shuffle(pair)
            out.add("text en-fr", *pair, self.group, self.document)
        noted = None
        for language in self.passages:
            noted = self.note(language, noted)
            if unit["kind"] == "definition":
                self.definition(language)
            else:
                self.template(language)
                self.rest(language)
        for language in LANGUAGES:
            for question in (lay or {}).get(language, []):
                self.lay(question, language)

    def lay(self, question, language):
        """A question of a lay person, for the passage in each language that it has."""
        for _ in range(LAY_REPEATS):
            asked = question if self.rng.random() < .6 else questions.slipped(question, self.rng)
            number = self.out.text(asked, language, "free")
            for into in self.passages:
                self.out.add(f"lay {language}>{into}", number, self.passage(into), self.group, self.document)

    def note(self, language, twin):
        side = self.unit[language]
        if len(side["note"]) <= 2:
            return None
        asked, often = side["note"], self.notes[side["note"].lower()]
        if 25 < often:
            asked = f"{asked} — {side['title']}"
        elif 3 < often and side["headings"]:
            asked = f"{asked} — {side['headings'][-1]}"
        number = self.out.text(asked, language, twin if language == "fr" else None)
        self.ask("note", number, language, 1)
        return number

    def template(self, language):
        side = self.unit[language]
        note = side["note"] if self.notes[side["note"].lower()] <= 3 else ""
        make = questions.english if language == "en" else questions.french
        for question in make(side["text"], note, self.rng):
            chance = self.rng.random()
            if chance < .5:
                question = questions.thinned(question, self.rng)
            if chance < .15:
                question = questions.slipped(question, self.rng)
            self.ask("template", self.out.text(question[:300], language), language, .6)

    def rest(self, language):
        parts = re.split(r"(?<=[.;:—])\s", questions.without_label(self.unit[language]["text"]), maxsplit=1)
        if len(parts) == 2 and 40 < len(parts[0]) and 80 < len(parts[1]) and self.rng.random() < .5:
            first, rest = (self.out.text(part, language) for part in parts)
            self.out.add(f"rest {language}", first, rest, self.group, self.document)

    def definition(self, language):
        side = self.unit[language]
        if side["term"]:
            asked = questions.definition(side["term"], language, self.rng)
            if self.rng.random() < .3:
                asked = f"{asked} ({side['title']})"
            self.ask("definition", self.out.text(asked, language), language, 1)

"""Statements about passages of law, borne out or not: what a reader of statements is trained on.

    python3 statements.py PAIRS.jsonl.xz DATA UNITS.jsonl.xz CODES.jsonl.xz

A pair is (passage, statement, sound, kind, group, what was asked and said before it). Three sorts are made of statutes by rule: a sentence of the passage itself,
the passage's twin in the other language (so that no word decides, only what is meant), and either of them with one thing changed.
The fourth is written by hand (`restated.jsonl.xz`, by document and label): what an assistant would say of a passage, by itself or to a question, right or wrong in one point. The
others are public sets whose licence allows it: ContractNLI, WiCE and RAGTruth.
"""

import hashlib
import json
import lzma
import random
import re
import sys
from pathlib import Path

from blake3 import blake3

HERE = Path(__file__).resolve().parent

# What is put in the place of what; a change is made at one place only.
SWAPS = {
    "en": {
        "modal": [("shall", "may"), ("must", "may"), ("may", "shall"), ("may", "must"), ("is entitled to", "is required to"),
                  ("is required to", "is not required to"), ("shall", "need not"), ("must", "is permitted to")],
        "negation": [("shall not", "shall"), ("must not", "must"), ("may not", "may"), ("is not", "is"), ("does not", "does"),
                     ("shall", "shall not"), ("may", "may not"), ("is", "is not"), ("are", "are not"), ("No person", "A person"),
                     ("has not", "has"), ("unless", "if"), ("if", "unless")],
        "bound": [("before", "after"), ("after", "before"), ("at least", "at most"), ("not less than", "not more than"), ("more than", "less than"),
                  ("not more than", "not less than"), ("less than", "more than"), ("within", "not before"), ("not later than", "not earlier than"),
                  ("no later than", "no earlier than"), ("earlier", "later"), ("exceeds", "is less than"), ("until", "from")],
        "join": [("and", "or"), ("or", "and"), ("any", "every"), ("each", "one"), ("all", "some"), ("every", "any one"), ("only", "also")],
        "way": [("to", "from"), ("from", "to"), ("by", "to"), ("under", "despite"), ("despite", "subject to"), ("subject to", "despite"),
                ("in accordance with", "despite"), ("with", "without"), ("without", "with")],
    },
    "fr": {
        "modal": [("doit", "peut"), ("doivent", "peuvent"), ("peut", "doit"), ("peuvent", "doivent"), ("est tenu de", "peut"),
                  ("a le droit de", "est tenu de")],
        "negation": [("ne peut", "peut"), ("ne doit pas", "doit"), ("n’est pas", "est"), ("est", "n’est pas"), ("sont", "ne sont pas"), ("peut", "ne peut"),
                     ("sauf", "y compris"), ("n’a pas", "a")],
        "bound": [("avant", "après"), ("après", "avant"), ("au moins", "au plus"), ("au plus", "au moins"), ("plus de", "moins de"), ("moins de", "plus de"),
                  ("au plus tard", "au plus tôt"), ("jusqu’à", "à partir de")],
        "join": [("et", "ou"), ("ou", "et"), ("tout", "un seul"), ("chaque", "un seul"), ("toutes", "certaines"), ("tous", "certains"), ("seulement", "aussi")],
        "way": [("sous réserve", "en dépit"), ("malgré", "selon"), ("conformément à", "en dépit de"), ("avec", "sans"), ("sans", "avec")],
    },
}
PARTIES = {
    "en": ["the Minister", "the Governor in Council", "the applicant", "the employer", "the employee", "the Commission", "the Board", "the court",
           "the Tribunal", "the Director", "the owner", "the operator", "the licensee", "an officer", "an inspector", "the holder", "the Commissioner",
           "the corporation", "the Registrar", "the Superintendent", "the Agency", "the permit holder", "the provincial authority", "the creditor",
           "the debtor", "the importer", "the manufacturer", "the union", "the chairperson", "the Attorney General", "the Treasury Board"],
    "fr": ["le ministre", "le gouverneur en conseil", "le demandeur", "l’employeur", "l’employé", "la Commission", "l’Office", "le tribunal", "le directeur",
           "le propriétaire", "l’exploitant", "le titulaire", "l’agent", "l’inspecteur", "le commissaire", "la société", "le registraire", "le surintendant",
           "l’Agence", "le créancier", "le débiteur", "l’importateur", "le fabricant", "le syndicat", "le président", "le procureur général"],
}
CLAUSE = {
    "en": re.compile(r",? (?:if|unless|where|when|except|other than|provided that|as long as|subject to) [^,;:.]{12,140}(?=[,;.])", re.I),
    "fr": re.compile(r",? (?:si|sauf|lorsque|à moins|à condition|pourvu|sous réserve|dans le cas) [^,;:.]{12,140}(?=[,;.])", re.I),
}


def swapped(text, language, kind, dice):
    choices = []
    for old, new in SWAPS[language][kind]:
        choices += [(found, new) for found in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", text)]
    if not choices:
        return None
    found, new = dice.choice(choices)
    return text[:found.start()] + new + text[found.end():]


def other_party(text, language, dice):
    found = [m for party in PARTIES[language] for m in re.finditer(rf"(?<!\w){re.escape(party)}(?!\w)", text, re.I)]
    if not found:
        return None
    found = dice.choice(found)
    new = dice.choice([party for party in PARTIES[language] if party.lower() not in text.lower()] or [None])
    if new is None:
        return None
    new = new[0].upper() + new[1:] if found.group()[0].isupper() else new
    return text[:found.start()] + new + text[found.end():]


def other_number(text, _, dice):
    found = [m for m in re.finditer(r"(?<![\w.(])\d{1,6}(?![\w.)])", text)]
    if not found:
        return None
    found = dice.choice(found)
    value = int(found.group())
    new = dice.choice([value + dice.randint(1, 9), value * 2 + 1, max(value - dice.randint(1, 5), 0)])
    return None if new == value else text[:found.start()] + str(new) + text[found.end():]


def without_clause(text, language, dice):
    found = list(CLAUSE[language].finditer(text))
    if not found:
        return None
    found = dice.choice(found)
    rest = text[:found.start()] + text[found.end():]
    return rest if 40 < len(rest) else None


def changed(text, language, dice):
    """(kind, text with one thing changed), or None."""
    ways = [(kind, lambda t, l, d, kind=kind: swapped(t, l, kind, d)) for kind in SWAPS[language]]
    ways += [("party", other_party), ("party", other_party), ("number", other_number), ("clause", without_clause), ("clause", without_clause)]
    dice.shuffle(ways)
    for kind, way in ways:
        new = way(text, language, dice)
        if new is not None and new != text:
            return kind, new
    return None


def bare(text):
    """A unit without its own number."""
    return re.sub(r"^\s*(?:\d[\d.]*(?:-\d+)?)?\s*(?:\(\d[\d.]*\))?\s*", "", text)


def cut(text):
    """Sentences of a unit, as far as a full stop shows them."""
    return [part.strip() for part in re.split(r"(?<=[.;])\s+(?=[A-ZÀ-Ý(])", text) if 40 <= len(part.strip()) <= 420]


def of_statutes(units, dice, most):
    """Pairs by rule: copies, twins, and both with one thing changed."""
    pairs = []
    for unit in dice.sample(units, min(len(units), most)):
        sides = {language: bare(unit[language]["text"]) for language in ("en", "fr") if unit.get(language)}
        for language, text in sides.items():
            other = "fr" if language == "en" else "en"
            says = [(dice.choice(cut(text) or [text]), "copy")]
            if other in sides and len(sides[other]) < 420:
                says += [(sides[other], "twin")] * 2
            for said, kind in says:
                if not 40 <= len(said) <= 420:
                    continue
                pairs.append((text, said, 1, kind, unit["doc"], ""))
                new = changed(said, language if kind == "copy" else other, dice)
                if new:
                    pairs.append((text, new[1], 0, f"{kind}_{new[0]}", unit["doc"], ""))
    return pairs


def sentences(text):
    return re.split(r"(?<=[.!?])\s+(?=[A-ZÀ-Ý])", text)


def answered(row, passage):
    """Pairs of answers to a question, and of their later sentences where it is known which of them is at fault."""
    kind, asked = f"asked_{row['lang']}", row["question"]
    known = {sentence for said in row["sound"] for sentence in sentences(said)}
    for fault, said in [("", said) for said in row["sound"]] + row["unsound"]:
        name = f"{kind}_{fault}" if fault else kind
        yield (passage, said, int(not fault), name, row["doc"], asked)
        parts = sentences(said)
        for at, part in enumerate(parts[1:], 1):
            others_hold = all(one in known for one in parts[:at] + parts[at + 1:])
            if not fault or part in known or others_hold:
                yield (passage, part, int(not fault or part in known), name, row["doc"], f"{asked} {parts[at - 1]}")


def passages(units):
    """The text of so many units from one on, by document, label and language."""
    places = {(unit["doc"], unit["label"]): at for at, unit in reversed(list(enumerate(units)))}

    def text(row):
        at = places.get((row["doc"], row["label"]))
        sides = [] if at is None else [unit[row["lang"]] for unit in units[at:at + row["units"]]]
        return bare("\n".join(side["text"] for side in sides if side))

    return text


def restated(units):
    """Pairs written by hand; what is said of one passage is not in another of the same act."""
    pairs, by_doc, text = [], {}, passages(units)
    with lzma.open(HERE / "restated.jsonl.xz", "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            passage = text(row)
            if not passage:
                continue
            if "question" in row:
                pairs += answered(row, passage)
            else:
                pairs += [(passage, said, 1, f"said_{row['lang']}", row["doc"], "") for said in row["sound"]]
                pairs += [(passage, said, 0, f"said_{row['lang']}_{kind}", row["doc"], "") for kind, said in row["unsound"]]
            by_doc.setdefault((row["doc"], row["lang"]), []).append((passage, row))
    for (doc, language), rows in by_doc.items():
        for at, (_, row) in enumerate(rows):
            other = rows[(at + 1) % len(rows)][0]
            if 1 < len(rows):
                sort = "asked" if "question" in row else "said"
                pairs.append((other, row["sound"][0], 0, f"{sort}_{language}_elsewhere", doc, row.get("question", "")))
    return pairs


def of_contracts(path):
    pairs = []
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        spans = [row["text"][start:end] for start, end in row["spans"]]
        for item in row["items"]:
            text = " ".join(spans[at] for at in item["evidence_span_idx"])[:900]
            if item["label"] == "NotMentioned":
                dice = random.Random(row["id"] + item["hypothesis_id"])
                text = " ".join(dice.sample(spans, min(3, len(spans))))[:900]
            if text:
                pairs.append((text, item["hypothesis"], int(item["label"] == "Entailment"), "contract", row["id"], ""))
    return pairs


def of_wice(path):
    pairs = []
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        if row["dataset"] != "wice/claim":
            continue
        for at in (row.get("gold_evidence_idx") or [])[:1]:
            text = " ".join(row["evidence"][number] for number in at)[:900]
            if text:
                pairs.append((text, row["claim"], int(row["label"] == "supported"), "wice", row["id"], ""))
    return pairs


def of_answers(path):
    """Sentences of RAGTruth's answers against the passage that shares most of their words."""
    pairs = []
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        passages = [part.strip() for part in re.split(r"passage \d+:", row["passages"]) if part.strip()]
        passages = [part[at:at + 850] for part in passages for at in range(0, len(part), 600)]
        sets = [set(re.findall(r"\w+", part.lower())) for part in passages]
        for answer in row["responses"]:
            for found in re.finditer(r"[^.!?\n]{30,400}[.!?]", answer["response"]):
                words = set(re.findall(r"\w+", found.group().lower()))
                best = max(range(len(passages)), key=lambda at: len(words & sets[at]))
                bad = any(span["start"] < found.end() and found.start() < span["end"] for span in answer["spans"])
                pairs.append((passages[best], found.group().strip(), int(not bad), "answer", row["id"], row["question"]))
    return pairs


def tunes(key):
    """As `jurat eval` parts rows: the other half is reported on."""
    return int(blake3(str(key).encode()).hexdigest()[0], 16) % 2 == 0


def is_held(document):
    return int(hashlib.sha256(document.encode()).hexdigest(), 16) % 100 < 15


def main():
    out, data, *files = sys.argv[1:]
    units = [json.loads(line) for file in files for line in lzma.open(file, "rt", encoding="utf-8")]
    kept_back = json.loads((HERE / "held_out.json").read_text(encoding="utf-8"))
    never = {document for documents in kept_back.values() for document in documents}
    sections = [unit for unit in units if unit["kind"] == "section" and unit["doc"] not in never]
    rows = [(*pair, "held" if is_held(pair[4]) else "train")
            for pair in of_statutes(sections, random.Random(3), 30000) + restated(sections)]
    public = of_contracts(f"{data}/dev/contract_nli.jsonl") + of_wice(f"{data}/dev/grounding.jsonl") + \
        of_answers(f"{data}/ragtruth_qa/ragtruth_qa_train.jsonl")
    rows += [(*pair, "train" if tunes(pair[4]) else "held") for pair in public]
    with lzma.open(out, "wt", encoding="utf-8", preset=4) as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


if __name__ == "__main__":
    main()

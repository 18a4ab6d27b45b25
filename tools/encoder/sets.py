"""Sets that measure search over the acts left out, in the form that `jurat eval retrieval` reads.

    python3 sets.py UNITS.jsonl.xz OUT

For `measure` and for `choose` (held_out.json) and each language of passages: OUT/PART_LANGUAGE/corpus.jsonl with
every unit, notes_en.jsonl and notes_fr.jsonl (marginal note to unit), lay_en.jsonl and lay_fr.jsonl (our own
questions of lay people).
"""

import collections
import json
import sys
from pathlib import Path

import pairs

HERE = Path(__file__).parent
# A note that more units bear says too little.
MOST_RELEVANT = 3


def unit_id(unit):
    return f"{unit['doc']}#{unit['label']}"


def corpus(units, documents, language, languages=pairs.LANGUAGES):
    """Units of documents in one language, of those that have all these languages."""
    rows = []
    for unit in units:
        if unit["doc"] in documents and all(unit[one] for one in languages):
            side = unit[language]
            rows.append({"id": unit_id(unit), "doc": unit["doc"], "headings": side["headings"], "text": side["text"]})
    return rows


def notes(units, documents, language):
    bearers = collections.defaultdict(list)
    for unit in units:
        if unit["doc"] in documents and unit["en"] and unit["fr"] and len(unit[language]["note"]) > 2:
            bearers[unit[language]["note"]].append(unit_id(unit))
    return [{"id": f"note:{language}:{relevant[0]}", "query": note, "relevant": relevant}
            for note, relevant in bearers.items() if len(relevant) <= MOST_RELEVANT]


def lay(part, language):
    rows = [json.loads(row) for row in (HERE / "lay" / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["lang"] == language]


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def main():
    units, out = pairs.read_units(sys.argv[1]), Path(sys.argv[2])
    held = pairs.held_out(HERE / "held_out.json")
    for part, documents in ((part, held[part]) for part in ("measure", "choose")):
        for language in pairs.LANGUAGES:
            folder = out / f"{part}_{language}"
            rows = corpus(units, documents, language)
            write(folder / "corpus.jsonl", rows)
            for asked in pairs.LANGUAGES:
                write(folder / f"notes_{asked}.jsonl", notes(units, documents, asked))
                write(folder / f"lay_{asked}.jsonl", lay(part, asked))
            print(folder, len(rows), "units", len(notes(units, documents, language)), "notes")


if __name__ == "__main__":
    main()

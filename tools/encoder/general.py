"""Gather permitted texts that are no statutes: so that the encoder keeps what it knows of other English.

    python3 general.py DATA WORDNET OUT.json.xz

DATA holds dev/contract_nli.jsonl (CC BY 4.0), dev/answerability.jsonl (mt-rag-un, Apache-2.0),
dev/grounding.jsonl (of which WiCE alone, ODC-BY), dev/prompt_injection.jsonl (of which NotInject, MIT, and
wildguard_benign, ODC-BY), dev/retrieval_irpa (OGL-Canada), ragtruth_qa/ (MIT), noc2021/noc.json (OGL-Canada). WORDNET holds data.noun and its
like (WordNet 3.0). Rows whose hash is even train; the others choose.

OUT: {"pairs": [[question, passage]], "texts": [text], "sets": {name: {"passages", "queries": [[question, [relevant], scope]]}}}
"""

import hashlib
import json
import lzma
import re
import sys
from pathlib import Path

from blake3 import blake3


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(row) for row in file.read().split("\n") if row]


def trains(key):
    return hashlib.sha256(str(key).encode()).digest()[0] % 2 == 0


def wordnet(folder):
    """Meanings and examples of words."""
    texts = []
    for part in ("noun", "verb", "adj", "adv"):
        for row in Path(folder, f"data.{part}").read_text(encoding="utf-8").splitlines():
            if not row.startswith("  "):
                fields, _, gloss = row.partition(" | ")
                fields = fields.split()
                words = [fields[4 + 2 * at].replace("_", " ") for at in range(int(fields[3], 16))]
                texts += [", ".join(words), gloss.strip(), f"{words[0]}: {gloss.strip()}"]
    return texts


def contract_nli(path, out):
    chosen = {"passages": [], "queries": []}
    for row in rows(path):
        spans = [re.sub(r"\s+", " ", row["text"][start:end]) for start, end in row["spans"]]
        first = len(chosen["passages"])
        if trains(row["id"]):
            out["texts"] += spans
        else:
            chosen["passages"] += spans
        for item in row["items"]:
            gold = item["evidence_span_idx"]
            if trains(row["id"]):
                out["pairs"] += [[item["hypothesis"], spans[at]] for at in gold]
            elif gold:
                scope = [first, first + len(spans)]
                chosen["queries"].append([item["hypothesis"], [first + at for at in gold], scope])
    out["sets"]["contract_nli"] = chosen


def ragtruth(path, out):
    chosen = {"passages": [], "queries": []}
    for row in rows(path):
        passages = [part.strip() for part in re.split(r"passage \d+:", row["passages"]) if part.strip()]
        if trains(row["id"]):
            out["texts"] += [row["question"], *passages]
            continue
        first = len(chosen["passages"])
        chosen["passages"] += passages
        chosen["queries"].append([row["question"], list(range(first, len(chosen["passages"]))), None])
    out["sets"]["ragtruth"] = chosen


def wice(path, out):
    chosen = {"passages": [], "queries": []}
    for row in rows(path):
        if row["dataset"] != "wice/claim":
            continue
        if trains(row["id"]):
            out["texts"] += [row["claim"], *row["evidence"]]
            continue
        gold = sorted({at for group in row.get("gold_evidence_idx") or [] for at in group})
        first = len(chosen["passages"])
        chosen["passages"] += row["evidence"]
        if gold:
            scope = [first, len(chosen["passages"])]
            chosen["queries"].append([row["claim"], [first + at for at in gold], scope])
    out["sets"]["wice"] = chosen


def irpa(folder, out):
    """Of retrieval_irpa the part that `jurat eval` calls `tune`."""
    passages = rows(f"{folder}/corpus.jsonl")
    places = {row["id"]: at for at, row in enumerate(passages)}
    out["sets"]["irpa"] = {
        "passages": ["\n".join([" ".join(row["headings"]), row["text"]]) for row in passages],
        "queries": [[row["query"], [places[id] for id in row["relevant"]], None]
                    for row in rows(f"{folder}/queries.jsonl")
                    if int(blake3(row["id"].encode()).hexdigest()[0], 16) % 2 == 0],
    }


def main():
    data, words, path = sys.argv[1:]
    out = {"pairs": [], "texts": wordnet(words), "sets": {}}
    contract_nli(f"{data}/dev/contract_nli.jsonl", out)
    ragtruth(f"{data}/ragtruth_qa/ragtruth_qa_train.jsonl", out)
    wice(f"{data}/dev/grounding.jsonl", out)
    irpa(f"{data}/dev/retrieval_irpa", out)
    for row in rows(f"{data}/dev/answerability.jsonl"):
        out["texts"] += [message["text"] for message in row["messages"]]
        out["texts"] += [context["text"] for context in row["contexts"]]
    for row in rows(f"{data}/dev/prompt_injection.jsonl"):
        if row["dataset"] in ("notinject", "wildguard_benign"):
            out["texts"].append(row["text"])
    for noc in json.loads(Path(data, "noc2021/noc.json").read_text(encoding="utf-8"))["nocs"]:
        out["texts"] += [noc["title"], noc["description"]]
    out["texts"] = sorted({text[:1200] for text in out["texts"] if len(text) > 3})
    with lzma.open(path, "wt", encoding="utf-8") as file:
        json.dump(out, file, ensure_ascii=False)
    print(len(out["pairs"]), "pairs,", len(out["texts"]), "texts,",
          {name: (len(one["passages"]), len(one["queries"])) for name, one in out["sets"].items()})


if __name__ == "__main__":
    main()

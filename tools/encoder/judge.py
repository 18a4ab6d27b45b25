"""Train the judge: the encoder's first layers, reading a question and a provision together, say whether one answers the other.

    python3 judge.py --units UNITS.jsonl.xz --law ../../crates/llm/law --tokenizer TOKENIZER.json --out OUT

Word pieces, positions and their norm stay those of the encoder that ships, so that the judge adds only its layers and one
row of weights. Wrong answers are what the encoder itself finds nearest. Writes log.jsonl and, for each depth, judge_N.safetensors
(int8 with a scale a row); README.md has the rule of choice.
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer
from torch import nn

import encoder as model
import export
import pairs
import questions
import sets
from train import DEVICE, HERE, Log

ASKED, TOKENS = 48, 240
# Provisions that a question is held against in one step, one of which answers; how many questions a step has.
AGAINST, BATCH = 8, 112
# The nearest that wrong answers are drawn from.
NEAR = 40
RATE, WARM_UP, ROUNDED, SHARPNESS = 1.5e-4, .06, .25, 20.
# A section of more words is read in parts; how often one is read whole.
SECTION_WORDS, WHOLE = 250, .4
# Questions of each sort and language beside the lay ones, and how often those come.
OTHERS, LAY_TIMES = 16000, 5


def law(folder):
    """The encoder that ships, as numbers."""
    shipped = load_file(f"{folder}/model.safetensors")
    state = {}
    for ours, theirs in model.names().items():
        tensor = shipped[theirs].astype(np.float32)
        scale = shipped.get(f"{theirs}.scale")
        state[ours] = torch.from_numpy(tensor if scale is None else tensor * scale[:, None])
    encoder = model.Encoder()
    for name, rows in (("positions.weight", 512), ("segments.weight", 2)):
        state[name] = torch.cat([state[name], torch.zeros(rows - len(state[name]), model.WIDE)])
    encoder.load_state_dict(state)
    return encoder.to(DEVICE)


class Judge(nn.Module):
    def __init__(self, base, depth):
        super().__init__()
        self.encoder = model.Encoder().to(DEVICE)
        self.encoder.load_state_dict(base.state_dict())
        self.encoder.layers = self.encoder.layers[:depth]
        for part in (self.encoder.words, self.encoder.positions, self.encoder.segments, self.encoder.norm):
            part.requires_grad_(False)
        self.head = nn.Parameter(torch.zeros(model.WIDE, device=DEVICE))
        self.bias = nn.Parameter(torch.zeros(1, device=DEVICE))

    def forward(self, tokens, mask):
        return SHARPNESS * (self.encoder(tokens, mask) @ self.head) + self.bias


def shown(side, words, bare, rng):
    """A provision as it is read: its act and headings, often its note, its words."""
    above = [side["title"]] if rng.random() < .5 else []
    above += side["headings"] if rng.random() < .8 else []
    above += [side["note"]] if side["note"] and not bare and rng.random() < .6 else []
    return "\n".join([*above, words])


class Sections:
    """Units of one numbered section, which people read together."""

    def __init__(self, units):
        self.of = {}
        for at, unit in enumerate(units):
            if unit["kind"] != "definition":
                self.of.setdefault(self.key(unit), []).append(at)
        self.units = units

    @staticmethod
    def key(unit):
        return unit["doc"], unit["label"].split("(")[0]

    def words(self, at, language, whole):
        unit = self.units[at]
        own = unit[language]["text"]
        if not whole or unit["kind"] == "definition":
            return own
        texts = [self.units[one][language]["text"] for one in self.of[self.key(unit)] if self.units[one][language]]
        joined = "\n".join(texts)
        return joined if len(joined.split()) <= SECTION_WORDS else own


def asked(units, lay, language, rng):
    """(question, unit, whether the note is left out): lay ones first, then patterns, notes and definitions."""
    out, others = [], []
    for at, unit in enumerate(units):
        side = unit[language]
        if not side:
            continue
        for question in lay.get(sets.unit_id(unit), {}).get(language, []):
            out += [(question if rng.random() < .8 else questions.slipped(question, rng), at, False) for _ in range(LAY_TIMES)]
        if unit["kind"] == "definition":
            if side["term"]:
                others.append((questions.definition(side["term"], language, rng), at, False))
        else:
            make = questions.english if language == "en" else questions.french
            for question in make(side["text"], side["note"], rng)[:1]:
                others.append((questions.thinned(question, rng) if rng.random() < .6 else question, at, rng.random() < .5))
            if len(side["note"]) > 12 and rng.random() < .3:
                others.append((side["note"], at, True))
    return out + rng.sample(others, min(len(others), OTHERS))


class Shelf:
    """The provisions of one language, and which lie near to a question."""

    def __init__(self, units, language, tokenizer, base):
        self.language = language
        self.units = [at for at, unit in enumerate(units) if unit[language]]
        self.prints = [pairs.fingerprint(units[at][language]) for at in self.units]
        self.places = {at: place for place, at in enumerate(self.units)}
        texts = ["\n".join([*units[at][language]["headings"], units[at][language]["text"]]) for at in self.units]
        texts = model.Texts(tokenizer, texts, 160, DEVICE)
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
            parts = [texts.embed(base, np.arange(start, min(start + 65536, len(self.units))), 4096)
                     for start in range(0, len(self.units), 65536)]
        self.vectors = torch.cat([part.half() for part in parts])
        self.base, self.tokenizer = base, tokenizer

    @torch.no_grad()
    def near(self, texts, count):
        texts = model.Texts(self.tokenizer, texts, ASKED, DEVICE)
        out = []
        for start in range(0, len(texts.lengths), 4096):
            part = np.arange(start, min(start + 4096, len(texts.lengths)))
            with torch.autocast(DEVICE, torch.bfloat16):
                vectors = texts.embed(self.base, part, 4096)
            out.append((vectors.half() @ self.vectors.T).topk(count, 1)[1].cpu().numpy())
        return np.concatenate(out)


def groups(units, shelves, lay, rng, log):
    """(question, [provision as it is read]), the answer first."""
    out, sections = [], Sections(units)
    for language, shelf in shelves.items():
        rows = asked(units, lay, language, rng)
        for target in (language, "fr" if language == "en" else "en"):
            chosen = rows if target == language else rng.sample(rows, len(rows) // 6)
            chosen = [row for row in chosen if units[row[1]][target]]
            other = shelves[target]
            near = other.near([row[0] for row in chosen], NEAR)
            for (question, at, bare), places in zip(chosen, near):
                own, note = other.prints[other.places[at]], units[at][target]["note"]
                whole = rng.random() < WHOLE
                wrong = [other.units[place] for place in places if other.prints[place] != own
                         and not (note and units[other.units[place]][target]["note"] == note)]
                if whole:
                    wrong = [one for one in wrong if sections.key(units[one]) != sections.key(units[at])]
                wrong = rng.sample(wrong[:8], min(3, len(wrong))) + rng.sample(wrong, min(AGAINST, len(wrong)))
                wrong = (list(dict.fromkeys(wrong)) + rng.sample(other.units, AGAINST))[:AGAINST - 1]
                out.append((question, [shown(units[one][target], sections.words(one, target, whole), bare, rng)
                                       for one in [at, *wrong]]))
            log(asked=language, read=target, groups=len(chosen))
    rng.shuffle(out)
    return out


class Pairs:
    """Questions and provisions as token numbers, put together as they are read."""

    def __init__(self, tokenizer, groups):
        flat = [text for question, read in groups for text in [question, *read]]
        self.rows = []
        for start in range(0, len(flat), 20000):
            self.rows += [np.array(one.ids, dtype=np.int32) for one in tokenizer.encode_batch_fast(flat[start:start + 20000])]

    def group(self, at):
        question, *read = self.rows[at * (AGAINST + 1):(at + 1) * (AGAINST + 1)]
        return [together(question, one) for one in read]


def together(question, read):
    question = question if len(question) <= ASKED else np.append(question[:ASKED - 1], 102)
    read = read[1:]
    room = TOKENS - len(question)
    return np.concatenate([question, read if len(read) <= room else np.append(read[:room - 1], 102)])


def batch(rows):
    longest = -(-max(map(len, rows)) // 8) * 8
    tokens = np.zeros((len(rows), longest), dtype=np.int64)
    for at, row in enumerate(rows):
        tokens[at, :len(row)] = row
    tokens = torch.from_numpy(tokens).to(DEVICE)
    return tokens, tokens != 0


def train(judge, data, count, log, depth):
    judge.train()
    parameters = [one for one in judge.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW(parameters, weight_decay=.01, fused=True)
    steps = count // BATCH
    for step in range(steps):
        judge.encoder.round_to(63 if (1 - ROUNDED) * steps <= step else None)
        warm = int(WARM_UP * steps) + 1
        for group in optimiser.param_groups:
            group["lr"] = RATE * ((step + 1) / warm if step < warm else (steps - step) / (steps - warm))
        rows = [row for at in range(step * BATCH, (step + 1) * BATCH) for row in data.group(at)]
        with torch.autocast(DEVICE, torch.bfloat16):
            scores = judge(*batch(rows)).float().view(BATCH, AGAINST)
        right = torch.zeros_like(scores)
        right[:, 0] = 1
        listed = F.cross_entropy(scores, torch.zeros(BATCH, dtype=torch.long, device=DEVICE))
        alone = F.binary_cross_entropy_with_logits(scores, right)
        optimiser.zero_grad(set_to_none=True)
        (listed + 2 * alone).backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.)
        optimiser.step()
        if step % 50 == 0 or step + 1 == steps:
            log(depth=depth, step=step + 1, steps=steps, listed=round(listed.item(), 3), alone=round(alone.item(), 4))


@torch.no_grad()
def scored(judge, tokenizer, question, read):
    rows = [np.array(one.ids, dtype=np.int32) for one in tokenizer.encode_batch_fast([question, *read])]
    return judge(*batch([together(rows[0], row) for row in rows[1:]])).float().cpu().numpy()


class Choosing:
    """Lay questions on the acts that choose: the encoder's twenty nearest, in the judge's order."""

    def __init__(self, units, documents, language, tokenizer, base):
        chosen = [unit for unit in units if unit["doc"] in documents and unit["en"] and unit["fr"]]
        self.shelf = Shelf(chosen, language, tokenizer, base)
        self.read = ["\n".join([side["title"], *side["headings"], side["note"], side["text"]])
                     for side in (unit[language] for unit in chosen)]
        ids = {sets.unit_id(unit): at for at, unit in enumerate(chosen)}
        self.rows = [(row["query"], {ids[one] for one in row["relevant"] if one in ids}) for row in sets.lay("choose", language)]
        self.near = self.shelf.near([row[0] for row in self.rows], 21)

    def measure(self, judge, tokenizer):
        first, second, before, gold, without = 0, 0, 0, [], []
        for (question, right), places in zip(self.rows, self.near):
            scores = scored(judge, tokenizer, question, [self.read[at] for at in places])
            order = [places[at] for at in np.argsort(-scores[:20], kind="stable")]
            first, second, before = first + (order[0] in right), second + bool(right & set(order[:2])), before + (places[0] in right)
            if right & set(places[:20]):
                gold.append(scores[:20].max())
                without.append(max(score for score, at in zip(scores, places) if at not in right))
        auc = np.mean([(a > b) + .5 * (a == b) for a in gold for b in without])
        return {"questions": len(self.rows), "encoder_first": before, "first": first, "first_two": second, "auc": round(float(auc), 3)}


def shipped(judge):
    state = {f"layers.{name}": value for name, value in judge.encoder.layers.state_dict().items()}
    known = model.names()
    out = export.shipped({known[ours]: value.float().cpu().numpy() for ours, value in state.items()})
    out["judge.weight"] = (SHARPNESS * judge.head).detach().float().cpu().numpy()
    out["judge.bias"] = judge.bias.detach().float().cpu().numpy()
    return out


def main():
    parser = argparse.ArgumentParser()
    for name in ("units", "law", "tokenizer", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--depths", type=int, nargs="+", default=[3, 6])
    given = parser.parse_args()
    out = Path(given.out)
    out.mkdir(parents=True, exist_ok=True)
    log = Log(out / "log.jsonl")
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(1)
    rng = random.Random(17)
    tokenizer = Tokenizer.from_file(given.tokenizer)
    tokenizer.no_padding(), tokenizer.no_truncation()
    base = law(given.law).eval()
    units = pairs.read_units(given.units)
    held = pairs.held_out(HERE / "held_out.json")
    training, _ = pairs.for_training(units, held)
    shelves = {language: Shelf(training, language, tokenizer, base) for language in pairs.LANGUAGES}
    log(done="vectors", units=len(training))
    rows = groups(training, shelves, pairs.read_lay(HERE / "lay"), rng, log)
    data = Pairs(tokenizer, rows)
    log(done="groups", groups=len(rows))
    choosing = {language: Choosing(units, held["choose"], language, tokenizer, base) for language in pairs.LANGUAGES}
    for depth in given.depths:
        judge = Judge(base, depth)
        train(judge, data, len(rows), log, depth)
        judge.eval()
        for most in (None, 63):
            judge.encoder.round_to(most)
            for language, one in choosing.items():
                log(figures=f"{depth} layers, {'integers' if most else 'numbers'}, {language}", **one.measure(judge, tokenizer))
        judge.encoder.round_to(None)
        save_file(shipped(judge), out / f"judge_{depth}.safetensors")


if __name__ == "__main__":
    main()

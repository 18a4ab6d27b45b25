"""Train the reader of question and provision: late interaction, token against token, on top of the encoder that ships.

    python3 late_interaction.py --units UNITS.jsonl.xz CODES.jsonl.xz --law ../../crates/llm/law --tokenizer TOKENIZER.json --out OUT

Each word piece of a question looks for the one most like it in the provision; a weight a piece, read off its vector, says
how much that piece matters. Wrong answers are what the encoder itself finds nearest. Writes log.jsonl and, for each kind
of run, KIND.safetensors; README.md has the rule of choice.
"""

import argparse
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

ASKED, READ = 48, 192
# Provisions that a question is held against, one of which answers: so many near ones, the rest at random.
AGAINST, NEAR_ONES, NEAR = 16, 12, 48
BATCH = 48
WARM_UP, ROUNDED = .06, .25
# Questions of other kinds in each language beside the lay ones, and how often those come.
OTHERS, LAY_TIMES = 24000, 2
KINDS = {
    # How many of the last layers learn, and how fast; `turn` is a matrix over what the layers give.
    "frozen": {"layers": 0, "turn": True, "rate": 3e-4},
    "top": {"layers": 2, "turn": False, "rate": 6e-5},
    "whole": {"layers": 6, "turn": False, "rate": 6e-5},
}


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


class Reader(nn.Module):
    def __init__(self, base, kind):
        super().__init__()
        self.encoder = model.Encoder().to(DEVICE)
        self.encoder.load_state_dict(base.state_dict())
        self.encoder.requires_grad_(False)
        for layer in self.encoder.layers[len(self.encoder.layers) - kind["layers"]:]:
            layer.requires_grad_(True)
        self.turn = nn.Parameter(torch.eye(model.WIDE, device=DEVICE), requires_grad=kind["turn"])
        self.weigh = nn.Parameter(torch.zeros(model.WIDE, device=DEVICE))
        self.scale = nn.Parameter(torch.tensor([20., -12.], device=DEVICE))

    def tokens(self, tokens, mask):
        encoder = self.encoder
        x = encoder.norm(encoder.words(tokens) + encoder.positions.weight[:tokens.shape[1]] + encoder.segments.weight[0])
        wide = mask[:, None, None, :].expand(-1, 1, tokens.shape[1], -1)
        for layer in encoder.layers:
            x = layer(x, wide)
        return x.float()

    def asked(self, tokens, mask):
        """Directions of a question's pieces, and what each weighs; its ends weigh nothing."""
        x = self.tokens(tokens, mask)
        inner = mask & (tokens != 101) & (tokens != 102)
        weights = (x @ self.weigh).masked_fill(~inner, -1e4).softmax(-1)
        return F.normalize(x @ self.turn, dim=-1), weights

    def read(self, tokens, mask):
        return F.normalize(self.tokens(tokens, mask) @ self.turn, dim=-1)

    def forward(self, asked, weights, read, mask):
        """[questions, pieces, wide], [questions, provisions, pieces, wide] -> closeness [questions, provisions]"""
        close = torch.einsum("qad,qprd->qpar", asked, read).masked_fill(~mask[:, :, None, :], -1.)
        return (close.amax(-1) * weights[:, None]).sum(-1)


def shown(side, bare, rng):
    """A provision as it is read: its act and headings, often its note, its words."""
    above = [side["title"]] if rng.random() < .5 else []
    above += side["headings"] if rng.random() < .8 else []
    above += [side["note"]] if side["note"] and not bare and rng.random() < .5 else []
    return "\n".join([*above, side["text"]])


def asked(units, lay, language, rng):
    """(question, unit, whether the note is left out): lay ones first, then patterns, notes and definitions."""
    out, others = [], []
    for at, unit in enumerate(units):
        for question in lay.get(sets.unit_id(unit), {}).get(language, []):
            out += [(question if rng.random() < .8 else questions.slipped(question, rng), at, False) for _ in range(LAY_TIMES)]
        side = unit[language]
        if not side:
            continue
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
        self.units = [at for at, unit in enumerate(units) if unit[language]]
        self.prints = [pairs.fingerprint(units[at][language]) for at in self.units]
        self.places = {at: place for place, at in enumerate(self.units)}
        texts = ["\n".join([*units[at][language]["headings"], units[at][language]["text"]]) for at in self.units]
        texts = model.Texts(tokenizer, texts, 160, DEVICE)
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
            parts = [texts.embed(base, np.arange(start, min(start + 65536, len(self.units))), 4096)
                     for start in range(0, len(self.units), 65536)]
        self.vectors = torch.cat(parts)
        self.base, self.tokenizer = base, tokenizer

    @torch.no_grad()
    def near(self, texts, count):
        """Places of the nearest, and how near."""
        texts = model.Texts(self.tokenizer, texts, ASKED, DEVICE)
        places, close = [], []
        for start in range(0, len(texts.lengths), 4096):
            part = np.arange(start, min(start + 4096, len(texts.lengths)))
            best = (texts.embed(self.base, part, 4096) @ self.vectors.T).topk(count, 1)
            places.append(best[1].cpu().numpy()), close.append(best[0].cpu().numpy())
        return np.concatenate(places), np.concatenate(close)


def groups(units, shelves, lay, rng, log):
    """(question, [provision as it is read]), the answer first."""
    out = []
    for language in shelves:
        rows = asked(units, lay, language, rng)
        for target, other in shelves.items():
            chosen = [row for row in rows if units[row[1]][target] and (target == language or rng.random() < .25)]
            places, _ = other.near([row[0] for row in chosen], NEAR)
            for (question, at, bare), near in zip(chosen, places):
                own, note = other.prints[other.places[at]], units[at][target]["note"]
                wrong = [other.units[place] for place in near if other.prints[place] != own
                         and not (note and units[other.units[place]][target]["note"] == note)]
                wrong = rng.sample(wrong, min(NEAR_ONES, len(wrong)))
                wrong += rng.sample(other.units, AGAINST - 1 - len(wrong))
                out.append((question, [shown(units[one][target], bare, rng) for one in [at, *wrong]]))
            log(asked=language, read=target, groups=len(chosen))
    rng.shuffle(out)
    return out


def train(reader, kind, name, data, log):
    questions_, provisions = data
    count = len(questions_.lengths)
    reader.train()
    parameters = [one for one in reader.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW([{"params": [one for one in parameters if one.ndim == 2], "weight_decay": .01},
                                   {"params": [one for one in parameters if one.ndim != 2], "weight_decay": 0}], fused=True)
    steps = count // BATCH
    for step in range(steps):
        reader.encoder.round_to(63 if (1 - ROUNDED) * steps <= step else None)
        warm = int(WARM_UP * steps) + 1
        for group in optimiser.param_groups:
            group["lr"] = kind["rate"] * ((step + 1) / warm if step < warm else (steps - step) / (steps - warm))
        numbers = np.arange(step * BATCH, (step + 1) * BATCH)
        with torch.autocast(DEVICE, torch.bfloat16):
            vectors, weights = reader.asked(*questions_.batch(numbers))
            tokens, mask = provisions.batch((numbers[:, None] * AGAINST + np.arange(AGAINST)).reshape(-1))
            read = reader.read(tokens, mask)
            close = reader(vectors, weights, read.view(BATCH, AGAINST, *read.shape[1:]), mask.view(BATCH, AGAINST, -1)).float()
        scores = reader.scale[0] * close + reader.scale[1]
        right = torch.zeros_like(scores)
        right[:, 0] = 1
        listed = F.cross_entropy(scores, torch.zeros(BATCH, dtype=torch.long, device=DEVICE))
        alone = F.binary_cross_entropy_with_logits(scores, right)
        optimiser.zero_grad(set_to_none=True)
        (listed + alone).backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.)
        optimiser.step()
        if step % 200 == 0 or step + 1 == steps:
            log(kind=name, step=step + 1, steps=steps, listed=round(listed.item(), 3), alone=round(alone.item(), 4))
    reader.encoder.round_to(None)
    return reader.eval()


class Choosing:
    """Lay questions that choose: the encoder's twenty nearest, in the reader's order."""

    def __init__(self, units, documents, language, languages, part, tokenizer, base):
        chosen = [unit for unit in units if unit["doc"] in documents and all(unit[one] for one in languages)]
        ids = {sets.unit_id(unit): at for at, unit in enumerate(chosen)}
        self.shelf = Shelf(chosen, language, tokenizer, base)
        read = ["\n".join([*side["headings"], side["text"]]) for side in (unit[language] for unit in chosen)]
        rows = [(row["query"], {ids[one] for one in row["relevant"] if one in ids}) for row in sets.lay(part, language)]
        self.rows = [row for row in rows if row[1]]
        self.near, self.close = self.shelf.near([row[0] for row in self.rows], 21)
        self.asked = model.Texts(tokenizer, [row[0] for row in self.rows], ASKED, DEVICE)
        self.read = model.Texts(tokenizer, read, READ, DEVICE)

    @torch.no_grad()
    def late(self, reader):
        """How close the reader finds each of the nearest."""
        out = []
        for at in range(len(self.rows)):
            vectors, weights = reader.asked(*self.asked.batch([at]))
            tokens, mask = self.read.batch(self.near[at])
            out.append(reader(vectors, weights, reader.read(tokens, mask)[None], mask[None])[0].cpu().numpy())
        return out

    def measure(self, late, share):
        ranks, gold, without = [], [], []
        for (_, right), near, close, read in zip(self.rows, self.near, self.close, late):
            scores = (1 - share) * close + share * read
            order = near[:20][np.argsort(-scores[:20], kind="stable")]
            ranks.append(next((rank for rank, one in enumerate(order) if one in right), 99))
            if right & set(near[:20]):
                gold.append(scores[:20].max())
                without.append(max(score for score, one in zip(scores, near) if one not in right))
        ranks = np.array(ranks)
        auc = np.mean([(a > b) + .5 * (a == b) for a in gold for b in without])
        return {"n": len(ranks), **{f"first_{top}": int((ranks < top).sum()) for top in (1, 2, 3, 20)},
                "mrr": round(float((1 / (ranks + 1) * (ranks < 20)).mean()), 3), "auc": round(float(auc), 3)}


def figures(reader, choosing, name, log):
    for most in (None, 63):
        reader.encoder.round_to(most)
        late = {one: set_.late(reader) for one, set_ in choosing.items()}
        for share in (0., .3, .5, .67, .8, 1.):
            found = {one: set_.measure(late[one], share) for one, set_ in choosing.items()}
            log(figures=name, integers=bool(most), share=share, mean=round(float(np.mean([one["mrr"] for one in found.values()])), 4),
                two=sum(one["first_2"] for one in found.values()), auc=round(float(np.mean([one["auc"] for one in found.values()])), 3), sets=found)
    reader.encoder.round_to(None)


def shipped(reader, kind):
    """Layers that learned in int8, and the head."""
    known, first = model.names(), len(reader.encoder.layers) - kind["layers"]
    state = {known[f"layers.{name}"]: value.float().cpu().numpy() for name, value in reader.encoder.layers.state_dict().items()
             if first <= int(name.split(".")[0])}
    return {**export.shipped(state), "late.weigh": reader.weigh.detach().cpu().numpy(), "late.scale": reader.scale.detach().cpu().numpy(),
            **({"late.turn": reader.turn.detach().cpu().numpy()} if kind["turn"] else {})}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--units", nargs="+", required=True)
    for name in ("law", "tokenizer", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS))
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
    units = pairs.read_units(*given.units)
    held = pairs.held_out(HERE / "held_out.json")
    choosing = {f"lay {language}": Choosing(units, held["choose"], language, pairs.LANGUAGES, "choose", tokenizer, base)
                for language in pairs.LANGUAGES}
    choosing |= {f"codes {language}": Choosing(units, held["choose_codes"], language, (language,), "choose_codes", tokenizer, base)
                 for language in pairs.LANGUAGES}
    figures(Reader(base, KINDS["frozen"]).eval(), choosing, "untrained", log)
    training, _ = pairs.for_training(units, held)
    shelves = {language: Shelf(training, language, tokenizer, base) for language in pairs.LANGUAGES}
    log(done="vectors", units=len(training))
    rows = groups(training, shelves, pairs.read_lay(HERE / "lay"), rng, log)
    data = (model.Texts(tokenizer, [row[0] for row in rows], ASKED, DEVICE),
            model.Texts(tokenizer, [text for row in rows for text in row[1]], READ, DEVICE))
    log(done="groups", groups=len(rows))
    for name in given.kinds:
        reader = train(Reader(base, KINDS[name]), KINDS[name], name, data, log)
        figures(reader, choosing, name, log)
        save_file(shipped(reader, KINDS[name]), out / f"{name}.safetensors")


if __name__ == "__main__":
    main()

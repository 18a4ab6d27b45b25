"""Train the reader of statements: passage and statement go through the encoder's layers together, and it says whether the first
bears out the second.

    python3 statement_reader.py --pairs PAIRS.jsonl.xz --law ../../crates/llm/law --out OUT

Each layer's matrices are the encoder's own plus a product of two thin ones (low rank), which is all that ships. Pairs by rule are
read first, then those written by hand beside the public sets. Writes log.jsonl and, for each kind of run, KIND.safetensors.
"""

import argparse
import json
import lzma
import math
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from torch import nn

import encoder as model
from late_interaction import law
from train import DEVICE, Log

MOST, MOST_SAID, MOST_BEFORE = 256, 120, 64
BATCH = 192
MATRICES = ("query", "key", "value", "out", "up", "down")
KINDS = {
    "rank16": {"rank": 16, "rate": 1.2e-3, "first": 1, "second": 4},
    "rank32": {"rank": 32, "rate": 1e-3, "first": 1, "second": 4},
    "rank64": {"rank": 64, "rate": 8e-4, "first": 1, "second": 4},
    "whole": {"rank": 0, "rate": 1.2e-4, "first": 1, "second": 4},
    "blind": {"rank": 32, "rate": 1e-3, "first": 0, "second": 4},  # Without the passage: what the statements alone give away.
}


def word_pieces(folder):
    """The tokenizer that the list of pieces stands for."""
    pieces = (Path(folder) / "pieces.txt").read_text(encoding="utf-8").split("\n")[:-1]
    tokenizer = Tokenizer(WordPiece({piece: at for at, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = BertNormalizer(), BertPreTokenizer()
    return tokenizer


class Thin(nn.Module):
    """A product as the encoder has it, plus two thin ones that learn."""

    def __init__(self, base, rank):
        super().__init__()
        self.base, self.activation = base, None
        self.a = nn.Parameter(torch.randn(rank, base.in_features) / math.sqrt(base.in_features))
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        weight = self.base.weight + self.b @ self.a
        if self.activation is None:
            return F.linear(x, weight, self.base.bias)
        return F.linear(model.rounded(x, self.activation), model.rounded(weight, 127), self.base.bias)


class Reader(nn.Module):
    """How surely the passage does not bear out the statement: by its worst piece, and by all of them."""

    def __init__(self, base, rank):
        super().__init__()
        self.encoder = base
        if rank:
            base.requires_grad_(False)
            for layer in base.layers:
                for name in MATRICES:
                    setattr(layer, name, Thin(getattr(layer, name), rank))
                layer.out_norm.requires_grad_(True), layer.down_norm.requires_grad_(True)
        self.segment = nn.Parameter(torch.zeros(model.WIDE))
        self.piece, self.whole = nn.Linear(model.WIDE, 1), nn.Linear(2 * model.WIDE, 1)

    def forward(self, tokens, mask, said):
        e = self.encoder
        x = e.words(tokens) + e.positions.weight[:tokens.shape[1]] + e.segments.weight[0] + said.unsqueeze(-1) * self.segment
        x = e.norm(x)
        wide = mask[:, None, None, :].expand(-1, 1, tokens.shape[1], -1)
        for layer in e.layers:
            x = layer(x, wide)
        x = x.float()
        of = said.unsqueeze(-1).float()
        pieces = self.piece(x).squeeze(-1).masked_fill(~said, -1e4)
        worst = torch.logsumexp(pieces, 1) - said.sum(1).clamp(min=1).log()
        mean = (x * of).sum(1) / of.sum(1).clamp(min=1)
        return worst + self.whole(torch.cat([x[:, 0], mean], 1)).squeeze(-1)

    def round_to(self, activation):
        for module in self.modules():
            if isinstance(module, (Thin, model.Linear)):
                module.activation = activation


class Pairs:
    def __init__(self, rows, tokenizer):
        self.rows, self.blind = rows, False
        texts = sorted({text for row in rows for text in (row[0], row[1], row[5])})
        ids = {}
        for start in range(0, len(texts), 20000):
            part = texts[start:start + 20000]
            for text, encoded in zip(part, tokenizer.encode_batch_fast(part, add_special_tokens=False)):
                ids[text] = encoded.ids
        self.tokens = []
        for passage, statement, _, _, _, before, _ in rows:
            s = ids[statement][:MOST_SAID]
            q = [*ids[before][-MOST_BEFORE:], 102] if before else []
            p = ids[passage][:MOST - 3 - len(s) - len(q)]
            self.tokens.append((np.array([101, *p, 102, *q, *s, 102], dtype=np.int32), len(p) + len(q) + 2))
        self.labels = np.array([1 - row[2] for row in rows], dtype=np.float32)
        self.lengths = np.array([len(tokens) for tokens, _ in self.tokens])

    def batch(self, numbers):
        longest = int(self.lengths[numbers].max())
        tokens = np.zeros((len(numbers), longest), dtype=np.int64)
        mask, said = np.zeros(tokens.shape, dtype=bool), np.zeros(tokens.shape, dtype=bool)
        for row, number in enumerate(numbers):
            ids, start = self.tokens[number]
            tokens[row, :len(ids)], mask[row, :len(ids)] = ids, True
            if self.blind:
                mask[row, 1:start - 1] = False
            said[row, start:len(ids) - 1] = True
        to = lambda array: torch.from_numpy(array).to(DEVICE, non_blocking=True)
        return to(tokens), to(mask), to(said), to(self.labels[numbers])

    def batches(self, numbers, dice):
        """Of like length, in random order."""
        numbers = list(numbers)
        dice.shuffle(numbers)
        for start in range(0, len(numbers), BATCH * 50):
            part = sorted(numbers[start:start + BATCH * 50], key=lambda at: self.lengths[at])
            cut = [part[at:at + BATCH] for at in range(0, len(part), BATCH)]
            dice.shuffle(cut)
            yield from cut


def risks(reader, pairs, numbers):
    reader.eval()
    out = {}
    with torch.no_grad(), torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
        order = sorted(numbers, key=lambda at: pairs.lengths[at])
        for start in range(0, len(order), 512):
            part = order[start:start + 512]
            tokens, mask, said, _ = pairs.batch(part)
            for at, risk in zip(part, reader(tokens, mask, said).tolist()):
                out[at] = risk
    reader.train()
    return np.array([out[at] for at in numbers])


def area(labels, risks):
    order = np.argsort(risks, kind="stable")
    ranks = np.empty(len(order)); ranks[order] = np.arange(1, len(order) + 1)
    bad = labels > .5
    if bad.all() or not bad.any():
        return float("nan")
    return float((ranks[bad].sum() - bad.sum() * (bad.sum() + 1) / 2) / (bad.sum() * (~bad).sum()))


def measure(reader, pairs, held, log, **about):
    """By sort of pair: area under the curve, and what is stopped where one sound statement in ten is."""
    out = risks(reader, pairs, held)
    labels = pairs.labels[held]
    kinds = [pairs.rows[at][3] for at in held]
    figures = {}
    for sort in ("copy", "twin", "said_en", "said_fr", "asked_en", "asked_fr", "contract", "wice", "answer"):
        mine = np.array([kind.startswith(sort) for kind in kinds])
        if mine.sum() > 20:
            sound = np.sort(out[mine & (labels < .5)])
            bar = sound[int(len(sound) * .9)] if len(sound) else 0
            figures[sort] = [round(area(labels[mine], out[mine]), 3), round(float((out[mine & (labels > .5)] > bar).mean()), 3), int(mine.sum())]
    bar = np.quantile(out[(labels < .5) & np.array([k.startswith(("said", "asked")) for k in kinds])], .9)
    by_kind = {}
    for kind in sorted({k for k, y in zip(kinds, labels) if y > .5 and k.startswith(("said", "asked"))}):
        mine = np.array([k == kind for k in kinds])
        by_kind[kind] = [round(float((out[mine] > bar).mean()), 2), int(mine.sum())]
    log(**about, held=figures)
    return figures, by_kind, out


def answers(reader, pairs, log, **about):
    """Whole answers against several sources: the worst sentence, each by the source that bears it out best."""
    numbers = [at for at, row in enumerate(pairs.rows) if row[6] == "choose"]
    if not numbers:
        return
    best, label = {}, {}
    for at, risk in zip(numbers, risks(reader, pairs, numbers)):
        name = pairs.rows[at][4]
        best[name] = min(best.get(name, 99.), risk)
        label[name.split("#")[0]] = pairs.labels[at]
    worst = {}
    for name, risk in best.items():
        row = name.split("#")[0]
        worst[row] = max(worst.get(row, -99.), risk)
    rows = sorted(worst)
    labels, out = np.array([label[row] for row in rows]), np.array([worst[row] for row in rows])
    bars = {share: float(np.quantile(out[labels < .5], 1 - share)) for share in (.05, .1, .2)}
    log(**about, answers={"area": round(area(labels, out), 3), "rows": len(rows),
                          "stopped": {share: round(float((out[labels > .5] > bar).mean()), 3) for share, bar in bars.items()}})


def train(kind, pairs, by_rule, by_hand, held, given, log, seed):
    how = KINDS[kind]
    torch.manual_seed(seed)
    dice = random.Random(seed)
    reader = Reader(law(given.law), how["rank"]).to(DEVICE)
    pairs.blind = kind == "blind"
    learn = [weight for weight in reader.parameters() if weight.requires_grad]
    log(kind=kind, weights=sum(weight.numel() for weight in learn))
    optimiser = torch.optim.AdamW(learn, lr=how["rate"], weight_decay=.01, fused=DEVICE == "cuda")
    phases = [by_rule] * how["first"] + [by_hand] * how["second"]
    steps = sum(-(-len(phase) // BATCH) for phase in phases)
    step, total = 0, 0.
    for epoch, phase in enumerate(phases):
        for numbers in pairs.batches(phase, dice):
            if step == int(steps * .8):
                reader.round_to(63)
            share = step / steps
            for group in optimiser.param_groups:
                group["lr"] = how["rate"] * min(1, share / .06) * (1 - share)
            tokens, mask, said, labels = pairs.batch(numbers)
            with torch.autocast("cuda", dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
                loss = F.binary_cross_entropy_with_logits(reader(tokens, mask, said), labels * .94 + .03)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(learn, 1.)
            optimiser.step()
            step, total = step + 1, total + loss.item()
        figures, by_kind, out = measure(reader, pairs, held, log, kind=kind, seed=seed, epoch=epoch, loss=round(total / step, 4))
        answers(reader, pairs, log, kind=kind, seed=seed, epoch=epoch)
    log(kind=kind, seed=seed, stopped_at_one_in_ten=by_kind)
    state = {name: weight.detach().half().cpu().contiguous() for name, weight in reader.named_parameters() if weight.requires_grad}
    save_file(state, Path(given.out) / f"{kind}_{seed}.safetensors")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("pairs", "law", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--kinds", default="rank32")
    parser.add_argument("--alone", action="store_true", help="without answers to questions, and without what came before a statement")
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    Path(given.out).mkdir(parents=True, exist_ok=True)
    log = Log(Path(given.out) / "log.jsonl")
    with lzma.open(given.pairs, "rt", encoding="utf-8") as file:
        rows = [tuple(json.loads(line)) for line in file]
    if given.alone:
        rows = [(*row[:5], "", row[6]) for row in rows if not row[3].startswith("asked")]
    pairs = Pairs(rows, word_pieces(given.law))
    # Row: passage, statement, sound, kind, group, what was asked and said before, part.
    rule = {"copy", "twin"}
    by_rule = [at for at, row in enumerate(rows) if row[6] == "train" and row[3].split("_")[0] in rule | {"answer", "contract", "wice"}]
    by_hand = [at for at, row in enumerate(rows) if row[6] == "train" and row[3].split("_")[0] not in rule]
    by_hand += random.Random(1).sample([at for at in by_rule if rows[at][3].split("_")[0] in rule], min(len(by_hand), len(by_rule)))
    held = [at for at, row in enumerate(rows) if row[6] == "held"]
    log(by_rule=len(by_rule), by_hand=len(by_hand), held=len(held))
    for kind in given.kinds.split(","):
        outs = [train(kind, pairs, by_rule, by_hand, held, given, log, seed) for seed in range(1, given.seeds + 1)]
        np.save(Path(given.out) / f"{kind}_held.npy", np.mean(outs, 0).astype(np.float32))


if __name__ == "__main__":
    main()

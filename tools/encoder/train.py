"""Train the encoder: MiniLM tuned on statutes in two languages, held near to what it was by distillation.

    python3 train.py --units UNITS.jsonl.xz CODES.jsonl.xz --general GENERAL.json.xz --base FOLDER --out FOLDER

FOLDER of the base holds model.safetensors and tokenizer.json of all-MiniLM-L6-v2. Writes log.jsonl (every figure),
model.safetensors (f32, published names) and tokenizer.json. README.md has the rule of choice.
"""

import argparse
import itertools
import json
import lzma
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file

import encoder as model
import pairs
import sets

HERE = Path(__file__).parent
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MOST_TOKENS = 160
BATCH, NEIGHBOURS, CHUNK, GENERAL = 2048, 16, 1024, 1536
TEMPERATURE, WARM_UP, DECAY = .05, .08, .01
# The product computes in integers: in this last share of its steps the encoder learns to.
ROUNDED = .25
# How far a general set may fall below the base.
TOLERANCE = .01
KINDS = [
    # Weights of distillation (English to itself, French to its English twin, other English), epochs, rate.
    {"name": "loose", "english": 2., "french": 3., "general": 20., "epochs": 1, "rate": 2e-4},
    {"name": "free", "english": .7, "french": 1.5, "general": 20., "epochs": 1, "rate": 3e-4},
]
SEEDS = (1, 2, 3)
BLENDS = (1., .85, .7)


class Log:
    def __init__(self, path):
        self.file, self.began = open(path, "a", encoding="utf-8"), time.time()

    def elapsed(self):
        return time.time() - self.began

    def __call__(self, **row):
        row = {"seconds": round(self.elapsed(), 1), **row}
        print(json.dumps(row), flush=True)
        self.file.write(json.dumps(row) + "\n")
        self.file.flush()


class Data:
    """Everything a run reads, on the device."""

    def __init__(self, given, log):
        units = pairs.read_units(*given.units)
        held = pairs.held_out(HERE / "held_out.json")
        training, copies = pairs.for_training(units, held)
        general = json.loads(lzma.open(given.general, "rt", encoding="utf-8").read())
        built = pairs.build(training, pairs.read_lay(HERE / "lay"), general["pairs"], seed=16)
        french = [unit["fr"]["text"] for unit in training if unit["fr"]]
        before, self.tokenizer, self.was = model.with_french(f"{given.base}/tokenizer.json", french)
        log(units=len(training), copies=copies, texts=len(built.texts), pairs=len(built.pairs),
            counts=built.counts, new_words=len(self.was))
        self.base = model.load(f"{given.base}/model.safetensors").to(DEVICE).eval()
        self.pairs = np.array(built.pairs, dtype=np.int64)
        self.texts = model.Texts(self.tokenizer, built.texts, MOST_TOKENS, DEVICE)
        self.general = model.Texts(self.tokenizer, general["texts"], 96, DEVICE)
        self.french = torch.tensor(built.language, device=DEVICE) == 1
        teacher = np.array(built.teacher)
        self.taught = torch.from_numpy(teacher >= 0).to(DEVICE)
        old = model.Texts(before, built.texts, MOST_TOKENS, DEVICE)
        self.target = self.vectors(old, np.unique(teacher[teacher >= 0]), len(built.texts))
        self.teacher = torch.from_numpy(np.maximum(teacher, 0)).to(DEVICE)
        old = model.Texts(before, general["texts"], 96, DEVICE)
        self.general_target = self.vectors(old, np.arange(len(general["texts"])), len(general["texts"]))
        log(done="teacher", tokens=int(self.texts.flat.numel()))
        self.choose = {name: Set(one["passages"], one["queries"], self.tokenizer, before) for name, one in
                       {**general["sets"], **left_out(units, held["choose"]), **left_out_codes(units, held["choose_codes"])}.items()}

    def vectors(self, texts, numbers, count):
        out = torch.zeros(count, model.WIDE, dtype=torch.float16, device=DEVICE)
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
            for start in range(0, len(numbers), 65536):
                part = numbers[start:start + 65536]
                out[torch.from_numpy(part).to(DEVICE)] = texts.embed(self.base, part, 4096).half()
        return out


def left_out(units, documents):
    """Sets over the acts that choose: {name: {"passages", "queries"}}."""
    out = {}
    for language in pairs.LANGUAGES:
        rows = sets.corpus(units, documents, language)
        places = {row["id"]: at for at, row in enumerate(rows)}
        passages = ["\n".join([*row["headings"], row["text"]]) for row in rows]
        for asked, (kind, questions) in itertools.product(pairs.LANGUAGES, (
                ("notes", lambda asked: sets.notes(units, documents, asked)), ("lay", lambda asked: sets.lay("choose", asked)))):
            out[f"{kind} {asked}>{language}"] = {"passages": passages, "queries": [
                [row["query"], [places[id] for id in row["relevant"] if id in places], None] for row in questions(asked)]}
    return out


def left_out_codes(units, documents):
    """Lay questions to codes and a handbook that choose, each in its own language."""
    out = {}
    for language in pairs.LANGUAGES:
        rows = sets.corpus(units, documents, language, (language,))
        places = {row["id"]: at for at, row in enumerate(rows)}
        queries = [[row["query"], [places[id] for id in row["relevant"] if id in places], None]
                   for row in sets.lay("choose_codes", language)]
        out[f"codes {language}"] = {"passages": ["\n".join([*row["headings"], row["text"]]) for row in rows], "queries": queries}
    return out


class Set:
    """Passages and queries; measures nDCG@10 of the nearest."""

    def __init__(self, passages, queries, tokenizer, before):
        self.relevant, self.scopes = [set(row[1]) for row in queries], [row[2] for row in queries]
        asked = [row[0] for row in queries]
        self.ours = [model.Texts(tokenizer, texts, 256, DEVICE) for texts in (passages, asked)]
        self.bases = [model.Texts(before, texts, 256, DEVICE) for texts in (passages, asked)]

    @torch.no_grad()
    def measure(self, encoder, is_base=False):
        passages, asked = (texts.embed(encoder, np.arange(len(texts.lengths)), 512)
                           for texts in (self.bases if is_base else self.ours))
        close = asked @ passages.T
        for row, scope in enumerate(self.scopes):
            if scope:
                close[row, :scope[0]], close[row, scope[1]:] = -9, -9
        best = close.topk(min(10, close.shape[1]), 1)[1].cpu().numpy()
        return float(np.mean([gain(row, relevant) for row, relevant in zip(best, self.relevant) if relevant]))


def gain(ranked, relevant):
    found = sum(1 / math.log2(at + 2) for at, one in enumerate(ranked) if one in relevant)
    return found / sum(1 / math.log2(at + 2) for at in range(min(10, len(relevant))))


GUARDS = ("contract_nli", "ragtruth", "wice")


def figures(data, encoder, is_base=False):
    """Every choosing set, the score, and whether the general sets hold."""
    encoder.eval()
    out = {name: round(one.measure(encoder, is_base), 4) for name, one in data.choose.items()}
    across = (out["notes en>fr"] + out["notes fr>en"]) / 2
    lay = (out["lay en>en"] + out["lay fr>fr"]) / 2
    codes = (out["codes en"] + out["codes fr"]) / 2
    out["score"] = round((out["irpa"] + out["notes fr>fr"] + across + lay + codes) / 5, 4)
    return out


def holds(found, base):
    return all(base[name] - TOLERANCE <= found[name] for name in GUARDS)


def batches(numbers, rng):
    """Pairs of one document in small groups, the groups shuffled: neighbours are the hardest to tell apart."""
    order = rng.permutation(len(numbers))
    order = order[np.argsort(numbers[order, 3], kind="stable")]
    parts = np.split(order, np.flatnonzero(np.diff(numbers[order, 3])) + 1)
    groups = [part[at:at + NEIGHBOURS] for part in parts for at in range(0, len(part), NEIGHBOURS)]
    rng.shuffle(groups)
    order = np.concatenate(groups)
    return [order[at:at + BATCH] for at in range(0, len(order) - BATCH + 1, BATCH)]


def rate(kind, step, steps):
    warm = int(WARM_UP * steps) + 1
    return kind["rate"] * ((step + 1) / warm if step < warm else (steps - step) / (steps - warm))


def losses(data, encoder, batch, general):
    asked, passages, groups = (data.pairs[batch, column] for column in range(3))
    both = np.concatenate([asked, passages])
    with torch.autocast(DEVICE, torch.bfloat16):
        vectors = data.texts.embed(encoder, both, CHUNK)
        others = data.general.embed(encoder, general, CHUNK)
    close = (vectors[:len(batch)] @ vectors[len(batch):].T).float() / TEMPERATURE
    same = torch.from_numpy(np.stack([groups, asked, passages])).to(DEVICE)
    same = (same[:, :, None] == same[:, None, :]).any(0).fill_diagonal_(False)
    close = close.masked_fill(same, -1e4)
    right = torch.arange(len(batch), device=DEVICE)
    contrast = (F.cross_entropy(close, right) + F.cross_entropy(close.T, right)) / 2
    numbers = torch.from_numpy(both).to(DEVICE)
    far = 1 - (vectors * F.normalize(data.target[data.teacher[numbers]].float(), dim=-1)).sum(-1)
    taught, french = data.taught[numbers], data.french[numbers]
    mean = lambda of: (far * of).sum() / of.sum().clamp(min=1)
    target = data.general_target[torch.from_numpy(general).to(DEVICE)].float()
    return contrast, mean(taught & ~french), mean(taught & french), (1 - (others * target).sum(-1)).mean()


def train(data, kind, seed, log):
    torch.manual_seed(seed)
    rng = np.random.RandomState(seed)
    encoder = model.Encoder().to(DEVICE)
    encoder.load_state_dict(data.base.state_dict())
    model.with_new_words(encoder, data.was).train()
    matrices = [p for name, p in encoder.named_parameters() if p.ndim == 2 and name.startswith("layers")]
    rest = [p for name, p in encoder.named_parameters() if not (p.ndim == 2 and name.startswith("layers"))]
    optimiser = torch.optim.AdamW([{"params": matrices, "weight_decay": DECAY}, {"params": rest, "weight_decay": 0}], fused=True)
    plan = [batch for _ in range(kind["epochs"]) for batch in batches(data.pairs, rng)]
    for step, batch in enumerate(plan):
        encoder.round_to(63 if (1 - ROUNDED) * len(plan) <= step else None)
        for group in optimiser.param_groups:
            group["lr"] = rate(kind, step, len(plan))
        general = rng.randint(0, len(data.general.lengths), GENERAL)
        contrast, english, french, other = losses(data, encoder, batch, general)
        loss = contrast + kind["english"] * english + kind["french"] * french + kind["general"] * other
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.)
        optimiser.step()
        if step % 100 == 0 or step + 1 == len(plan):
            log(kind=kind["name"], seed=seed, step=step + 1, steps=len(plan), contrast=round(contrast.item(), 3),
                english=round(english.item(), 4), french=round(french.item(), 4), general=round(other.item(), 4))
    encoder.round_to(None)
    return {name: value.detach().clone() for name, value in encoder.state_dict().items()}


def blended(data, states, share):
    """The mean of some states, mixed with the base; new words have no base and stay."""
    base = data.base.state_dict()
    new = torch.tensor(sorted(data.was), device=DEVICE)
    out = {}
    for name in base:
        tuned = sum(state[name].float() for state in states) / len(states)
        out[name] = share * tuned + (1 - share) * base[name]
        if name == "words.weight":
            out[name][new] = tuned[new]
    encoder = model.Encoder().to(DEVICE)
    encoder.load_state_dict(out)
    return encoder


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--units", required=True, nargs="+")
    for name in ("general", "base", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--minutes", type=float, default=60, help="start no run after so long")
    given = parser.parse_args()
    out = Path(given.out)
    out.mkdir(parents=True, exist_ok=True)
    log = Log(out / "log.jsonl")
    torch.set_float32_matmul_precision("high")
    data = Data(given, log)
    data.tokenizer.save(str(out / "tokenizer.json"))
    base = figures(data, data.base, is_base=True)
    log(figures="base", **base)

    def judged(name, encoder):
        found = figures(data, encoder)
        log(figures=name, holds=holds(found, base), **found)
        return found["score"] if holds(found, base) else found["score"] - 1

    trials = {kind["name"]: train(data, kind, SEEDS[0], log) for kind in KINDS}
    scores = {(name, share): judged(f"{name} {share}", blended(data, [state], share))
              for name, state in trials.items() for share in BLENDS}
    best = max(scores, key=scores.get)[0]
    kind = next(kind for kind in KINDS if kind["name"] == best)
    log(chosen=best)
    states = {f"seed {SEEDS[0]}": [trials[best]]}
    for seed in SEEDS[1:]:
        if given.minutes * 60 < log.elapsed():
            log(left_out=f"seed {seed}", why="no time")
            continue
        states[f"seed {seed}"] = [train(data, kind, seed, log)]
    states["mean of seeds"] = [one for each in list(states.values()) for one in each]
    candidates = {(name, share): blended(data, group, share) for name, group in states.items() for share in BLENDS}
    final = {key: judged(f"{best} {key[0]} {key[1]}", encoder) for key, encoder in candidates.items()}
    key = max(final, key=final.get)
    encoder = candidates[key]
    log(shipped=f"{best} {key[0]} {key[1]}")
    for most in (127, 63):
        encoder.round_to(most)
        log(figures=f"int8, inputs to {most}", **figures(data, encoder))
    encoder.round_to(None)
    save_file(model.published(encoder.state_dict()), str(out / "model.safetensors"))


if __name__ == "__main__":
    main()

"""The encoder: MiniLM's shape in PyTorch, its word pieces, and what int8 does to it."""

import collections
import json
import re
import unicodedata

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn

WIDE, HEADS, LAYERS = 384, 12, 6


def rounded(x, most):
    """x on a grid of -most..most a row, its gradient as if it were not."""
    scale = x.detach().abs().amax(-1, keepdim=True).clamp(min=1e-12) / most
    return x + ((x / scale).round() * scale - x).detach()


class Linear(nn.Linear):
    """A product that can be computed as the shipped encoder computes it: integers on both sides."""

    activation = None  # The largest integer of an input, or None for plain numbers.

    def forward(self, x):
        if self.activation is None:
            return super().forward(x)
        return F.linear(rounded(x, self.activation), rounded(self.weight, 127), self.bias)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (Linear(WIDE, WIDE) for _ in range(4))
        self.up, self.down = Linear(WIDE, 4 * WIDE), Linear(4 * WIDE, WIDE)
        self.out_norm, self.down_norm = nn.LayerNorm(WIDE, eps=1e-12), nn.LayerNorm(WIDE, eps=1e-12)

    def forward(self, x, mask):
        def heads(y):
            return y.view(*x.shape[:2], HEADS, WIDE // HEADS).transpose(1, 2)

        mixed = F.scaled_dot_product_attention(
            heads(self.query(x)), heads(self.key(x)), heads(self.value(x)), attn_mask=mask)
        x = self.out_norm(x + self.out(mixed.transpose(1, 2).reshape(x.shape)))
        return self.down_norm(x + self.down(F.gelu(self.up(x))))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.positions, self.segments = nn.Embedding(30522, WIDE), nn.Embedding(512, WIDE), nn.Embedding(2, WIDE)
        self.norm = nn.LayerNorm(WIDE, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

    def forward(self, tokens, mask):
        x = self.norm(self.words(tokens) + self.positions.weight[:tokens.shape[1]] + self.segments.weight[0])
        wide = mask[:, None, None, :].expand(-1, 1, tokens.shape[1], -1)
        for layer in self.layers:
            x = layer(x, wide)
        shown = mask.unsqueeze(-1).float()
        return F.normalize((x.float() * shown).sum(1) / shown.sum(1), dim=-1)

    def round_to(self, activation):
        for module in self.modules():
            if isinstance(module, Linear):
                module.activation = activation


PARTS = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "out": "attention.output.dense", "out_norm": "attention.output.LayerNorm",
    "up": "intermediate.dense", "down": "output.dense", "down_norm": "output.LayerNorm",
}


def names():
    """Our names of the weights to those of the published file."""
    known = {
        "words.weight": "embeddings.word_embeddings.weight",
        "positions.weight": "embeddings.position_embeddings.weight",
        "segments.weight": "embeddings.token_type_embeddings.weight",
        "norm.weight": "embeddings.LayerNorm.weight", "norm.bias": "embeddings.LayerNorm.bias",
    }
    for layer in range(LAYERS):
        for ours, theirs in PARTS.items():
            for end in ("weight", "bias"):
                known[f"layers.{layer}.{ours}.{end}"] = f"encoder.layer.{layer}.{theirs}.{end}"
    return known


def load(path):
    published = load_file(path)
    encoder = Encoder()
    encoder.load_state_dict({ours: published[theirs].float() for ours, theirs in names().items()})
    return encoder


def published(state):
    """Weights under their published names."""
    return {theirs: state[ours].detach().float().cpu().contiguous() for ours, theirs in names().items()}


def plain(text):
    """As the tokenizer sees it: lower case, no accents."""
    return "".join(char for char in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(char) != "Mn")


def is_free(piece):
    """Pieces that no text can come to: the reserved ones, and Chinese characters in the middle of a word."""
    return piece.startswith("[unused") or (piece.startswith("##") and len(piece) == 3 and "\u3400" <= piece[2] <= "\u9fff")


def with_french(path, texts):
    """The tokenizer with the commonest French words in free places, and {place: pieces it had before}."""
    spec = json.loads(open(path, encoding="utf-8").read())
    before = Tokenizer.from_str(json.dumps(spec))
    before.no_padding(), before.no_truncation()
    vocabulary = spec["model"]["vocab"]
    counts = collections.Counter(word for text in texts for word in re.findall(r"[^\W\d_]+", plain(text)))
    worth = {word: (len(before.encode(word, add_special_tokens=False).ids) - 1) * count
             for word, count in counts.most_common(60000) if word not in vocabulary}
    places = sorted(place for piece, place in vocabulary.items() if is_free(piece))
    chosen = sorted(worth, key=lambda word: (-worth[word], word))[:len(places)]
    by_place = {place: piece for piece, place in vocabulary.items()}
    was = {}
    for place, word in zip(places, chosen):
        was[place] = before.encode(word, add_special_tokens=False).ids
        del vocabulary[by_place[place]]
        vocabulary[word] = place
    after = Tokenizer.from_str(json.dumps(spec))
    after.no_padding(), after.no_truncation()
    return before, after, was


def with_new_words(encoder, was):
    """New words begin as the mean of the pieces that stood for them."""
    with torch.no_grad():
        rows = encoder.words.weight
        for place, pieces in was.items():
            rows[place] = rows[pieces].mean(0)
    return encoder


class Texts:
    """Token numbers of many texts, on the device."""

    def __init__(self, tokenizer, texts, most, device):
        rows = []
        for start in range(0, len(texts), 20000):
            for encoded in tokenizer.encode_batch_fast(texts[start:start + 20000]):
                row = np.array(encoded.ids[:most], dtype=np.int32)
                row[-1] = 102
                rows.append(row)
        self.lengths = np.array([len(row) for row in rows])
        ends = np.cumsum(self.lengths)
        self.flat = torch.from_numpy(np.concatenate(rows)).to(device)
        self.starts = torch.from_numpy(ends - self.lengths).to(device)
        self.counts = torch.from_numpy(self.lengths).to(device)
        self.device = device

    def batch(self, numbers):
        longest = int(-(-self.lengths[numbers].max() // 8) * 8)
        at = torch.from_numpy(np.asarray(numbers)).to(self.device)
        places = torch.arange(longest, device=self.device)
        mask = places[None] < self.counts[at][:, None]
        tokens = self.flat[(self.starts[at][:, None] + places[None]).clamp(max=self.flat.numel() - 1)].long()
        return tokens * mask, mask

    def embed(self, encoder, numbers, chunk):
        """Vectors in the order of `numbers`; texts of like length go together."""
        numbers = np.asarray(numbers)
        order = np.argsort(self.lengths[numbers], kind="stable")
        vectors = torch.cat([encoder(*self.batch(numbers[order[start:start + chunk]]))
                             for start in range(0, len(order), chunk)])
        return vectors[torch.from_numpy(np.argsort(order)).to(self.device)]

"""Write the encoder as it ships: int8 with a scale a row, and the list of word pieces.

    python3 export.py TRAINED OUT

TRAINED holds model.safetensors and tokenizer.json as train.py left them. OUT gets model.safetensors and pieces.txt; prints
the name that the encoder bears.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

# The encoder reads so many tokens; rows of later positions are left out.
POSITIONS = 256


def rounded(matrix):
    """Rows on a grid of -127..127, and the step of each."""
    matrix = matrix.astype(np.float64)
    scale = np.maximum(np.abs(matrix).max(1), 1e-12) / 127
    return np.rint(matrix / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def shipped(trained):
    out = {}
    for name, tensor in sorted(trained.items()):
        if "position_embeddings" in name:
            out[name] = tensor[:POSITIONS].astype(np.float32)
        elif "token_type" in name:
            out[name] = tensor[:1].astype(np.float32)
        elif tensor.ndim == 2:
            out[name], out[f"{name}.scale"] = rounded(tensor)
        else:
            out[name] = tensor.astype(np.float32)
    return out


def pieces(tokenizer):
    places = {place: piece for piece, place in tokenizer["model"]["vocab"].items()}
    return "".join(f"{places[place]}\n" for place in range(len(places)))


def main():
    trained, out = map(Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    save_file(shipped(load_file(trained / "model.safetensors")), out / "model.safetensors")
    tokenizer = json.loads((trained / "tokenizer.json").read_text(encoding="utf-8"))
    (out / "pieces.txt").write_text(pieces(tokenizer), encoding="utf-8")
    files = [(out / name).read_bytes() for name in ("model.safetensors", "pieces.txt")]
    print(f"law-{hashlib.sha256(b''.join(files)).hexdigest()[:12]}, {sum(map(len, files))} bytes")


if __name__ == "__main__":
    main()

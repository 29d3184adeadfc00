"""Trains the reader's model from the pairs that prepare.ts wrote, and writes it as int8 (PyTorch, one GPU, minutes)."""

import argparse
import json
import math
import os
import random
import struct
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

PAD, BEGIN, END, UNKNOWN = 0, 1, 2, 3

parser = argparse.ArgumentParser()
parser.add_argument("--data", default="training/build")
parser.add_argument("--out", default="training/build")
parser.add_argument("--name", default="model")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--seconds", type=float, default=470, help="how long to train")
parser.add_argument("--batch", type=int, default=2048)
parser.add_argument("--width", type=int, default=256)
parser.add_argument("--encoder", type=int, default=6)
parser.add_argument("--decoder", type=int, default=3)
parser.add_argument("--dropout", type=float, default=0.2)
parser.add_argument("--rate", type=float, default=1.2e-3)
parser.add_argument("--without", default="", help="voices or writers to leave out, divided by commas")
parser.add_argument("--go-on", default="", help="a model whose training goes on; prepare.ts must have kept its words")
parser.add_argument("--test", type=float, default=0.01)
args = parser.parse_args()

torch.manual_seed(args.seed)
random.seed(args.seed)
device = "cuda" if torch.cuda.is_available() else "cpu"
torch.set_float32_matmul_precision("high")

vocabulary = json.load(open(f"{args.data}/vocabulary.json"))
source_words, target_words = vocabulary["source"], vocabulary["target"]
left_out = set(filter(None, args.without.split(",")))
pairs, tests = [], []
for line in open(f"{args.data}/pairs.jsonl"):
    source, target, origin, weight = json.loads(line)
    if origin.split(" ")[0] in left_out:
        continue
    pairs.append((source[:190], target[:140], weight, origin))
random.shuffle(pairs)
cut = int(len(pairs) * args.test)
tests, pairs = [p for p in pairs[:cut] if p[2] == 1], pairs[cut:]
print(len(pairs), "pairs", len(tests), "tests", device, flush=True)


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.heads = width // 64
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, memory, mask=None, causal=False):
        b, n, d = x.shape
        shape = lambda t: t.view(b, -1, self.heads, 64).transpose(1, 2)
        y = F.scaled_dot_product_attention(
            shape(self.q(x)), shape(self.k(memory)), shape(self.v(memory)), attn_mask=mask, is_causal=causal
        )
        return self.o(y.transpose(1, 2).reshape(b, n, d))


class Layer(nn.Module):
    def __init__(self, width, dropout, crossed):
        super().__init__()
        self.own = Attention(width)
        self.n1 = nn.LayerNorm(width)
        self.crossed = crossed
        if crossed:
            self.cross = Attention(width)
            self.n2 = nn.LayerNorm(width)
        self.n3 = nn.LayerNorm(width)
        self.up = nn.Linear(width, width * 4)
        self.down = nn.Linear(width * 4, width)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None, memory=None):
        h = self.n1(x)
        x = x + self.drop(self.own(h, h, None if self.crossed else mask, causal=self.crossed))
        if self.crossed:
            x = x + self.drop(self.cross(self.n2(x), memory, mask))
        return x + self.drop(self.down(self.drop(F.gelu(self.up(self.n3(x)), approximate="tanh"))))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        w = args.width
        self.source = nn.Embedding(len(source_words), w)
        self.target = nn.Embedding(len(target_words), w)
        self.source_place = nn.Embedding(200, w)
        self.target_place = nn.Embedding(160, w)
        self.encoder = nn.ModuleList(Layer(w, args.dropout, False) for _ in range(args.encoder))
        self.decoder = nn.ModuleList(Layer(w, args.dropout, True) for _ in range(args.decoder))
        self.ne, self.nd = nn.LayerNorm(w), nn.LayerNorm(w)
        self.out = nn.Linear(w, len(target_words))
        self.drop = nn.Dropout(args.dropout)
        for p in [self.source, self.target, self.source_place, self.target_place]:
            nn.init.normal_(p.weight, std=0.05)

    def encode(self, x):
        mask = (x != PAD)[:, None, None, :]
        h = self.drop(self.source(x) + self.source_place.weight[: x.size(1)])
        for layer in self.encoder:
            h = layer(h, mask)
        return self.ne(h), mask

    def decode(self, y, memory, mask):
        h = self.drop(self.target(y) + self.target_place.weight[: y.size(1)])
        for layer in self.decoder:
            h = layer(h, mask, memory)
        return self.out(self.nd(h))


def read(path):
    """The numbers of a model that `write` wrote."""
    file = open(path, "rb").read()
    size = struct.unpack("<I", file[:4])[0]
    head, data = json.loads(file[4 : 4 + size]), file[4 + size :]
    tensors = {}
    for name, place in head["tensors"].items():
        shape, at = place["shape"], place["at"]
        if "scales" in place:
            scale = np.frombuffer(data, "<f4", shape[0], place["scales"])
            tensors[name] = np.frombuffer(data, np.int8, shape[0] * shape[1], at).reshape(shape) * scale[:, None]
        else:
            tensors[name] = np.frombuffer(data, "<f4", math.prod(shape), at).reshape(shape)
    return {name: torch.from_numpy(np.array(tensor, np.float32)) for name, tensor in tensors.items()}


model = Model()
if args.go_on:
    known = read(args.go_on)
    for name, own in model.state_dict().items():
        # Words that are new to the model stand behind those it knows.
        own[: known[name].shape[0]] = known[name]
model = model.to(device)
print(sum(p.numel() for p in model.parameters()), "parameters", flush=True)
optimizer = torch.optim.AdamW(model.parameters(), lr=args.rate, betas=(0.9, 0.98), weight_decay=0.02, fused=device == "cuda")

is_mark = torch.tensor([w.startswith("<") for w in source_words], device=device)


def table(rows):
    """All rows at once on the device, padded."""
    size = (max(map(len, rows)) + 7) // 8 * 8 + 1
    filled = np.zeros((len(rows), size), dtype=np.int16)
    for i, row in enumerate(rows):
        filled[i, : len(row)] = row
    return torch.from_numpy(filled).to(device)


def padded(rows):
    return table(rows).long()


sources, targets = table([p[0] for p in pairs]), table([[BEGIN, *p[1], END] for p in pairs])
source_lengths = torch.tensor([len(p[0]) for p in pairs], device=device)
target_lengths = torch.tensor([len(p[1]) + 2 for p in pairs], device=device)
weights = torch.tensor([p[2] for p in pairs], device=device)


def batches():
    """Batches of questions of similar length, drawn by weight."""
    parts = 24
    while True:
        chosen = torch.multinomial(weights, args.batch * parts, replacement=True)
        order = torch.argsort(source_lengths[chosen] + torch.rand(len(chosen), device=device) * 6)
        chosen = chosen[order].view(parts, args.batch)
        # Widths in steps of eight, which suit the device and make few shapes.
        widths = torch.stack([source_lengths[chosen].amax(1), target_lengths[chosen].amax(1) - 1], 1)
        widths = ((widths + 7) // 8 * 8).tolist()
        for k in torch.randperm(parts).tolist():
            yield sources[chosen[k], : widths[k][0]].long(), targets[chosen[k], : widths[k][1] + 1].long()


def noisy(x):
    """Some words unknown, some left out: people make mistakes, and use words that nobody wrote down."""
    r = torch.rand(x.shape, device=x.device)
    free = (x != PAD) & ~is_mark[x]
    x = torch.where(free & (r < 0.04), torch.full_like(x, UNKNOWN), x)
    gone = free & (r > 0.95)
    # What is left out is moved to the end as padding.
    order = torch.argsort((gone | (x == PAD)).int(), dim=1, stable=True)
    return torch.gather(torch.where(gone, torch.full_like(x, PAD), x), 1, order)


def learn(x, y):
    """One step; returns the loss before it."""
    with torch.autocast(device, torch.bfloat16):
        logits = model.decode(y[:, :-1], *model.encode(x))
    loss = F.cross_entropy(logits.float().flatten(0, 1), y[:, 1:].flatten(), ignore_index=PAD, label_smoothing=0.05)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss


began, model_average = time.time(), None
stream = batches()
model.train()
step = 0
while (done := (time.time() - began) / args.seconds) < 1:
    # The rate rises for the first steps and then falls along a cosine of the time that is gone.
    for group in optimizer.param_groups:
        group["lr"] = args.rate * min((step + 1) / 500, 0.5 * (1 + math.cos(math.pi * done)) + 0.01)
    x, y = next(stream)
    loss = learn(noisy(x), y)
    if done > 0.85 and step % 20 == 0:
        # The mean of the last models is steadier than the last one.
        now = {k: v.detach().float().clone() for k, v in model.state_dict().items()}
        if model_average is None:
            model_average, averaged = now, 1
        else:
            averaged += 1
            for k in now:
                model_average[k] += (now[k] - model_average[k]) / averaged
    if step % 500 == 0:
        print(args.name, step, round(loss.item(), 3), f"{time.time() - began:.0f} s", flush=True)
    step += 1
model.load_state_dict(model_average)
model.eval()


@torch.no_grad()
def greedy(rows):
    x = padded(rows).to(device)
    memory, mask = model.encode(x)
    y = torch.full((len(rows), 1), BEGIN, device=device)
    for _ in range(140):
        y = torch.cat([y, model.decode(y, memory, mask)[:, -1:].argmax(-1)], 1)
        if (y == END).any(1).all():
            break
    found = []
    for row in y[:, 1:].tolist():
        found.append(row[: row.index(END)] if END in row else row)
    return found


right = 0
for at in range(0, len(tests), 256):
    part = tests[at : at + 256]
    for (_, wanted, _, _), got in zip(part, greedy([p[0] for p in part])):
        right += wanted == got
print(f"{args.name}: {right} of {len(tests)} written questions left out are read exactly, {time.time() - began:.0f} s", flush=True)


def write(path):
    """A head in JSON, then the numbers: matrices as int8 with a scale for each row, the rest as float32."""
    head, data = {"width": args.width, "encoder": args.encoder, "decoder": args.decoder, "tensors": {}}, bytearray()
    for name, tensor in model.state_dict().items():
        t = tensor.float().cpu().numpy()
        while len(data) % 4:
            data.append(0)
        if t.ndim == 2:
            scale = np.abs(t).max(1) / 127 + 1e-12
            q = np.clip(np.round(t / scale[:, None]), -127, 127).astype(np.int8)
            head["tensors"][name] = {"shape": t.shape, "scales": len(data), "at": len(data) + 4 * len(scale)}
            data += scale.astype("<f4").tobytes() + q.tobytes()
        else:
            head["tensors"][name] = {"shape": t.shape, "at": len(data)}
            data += t.astype("<f4").tobytes()
    head["source"], head["target"] = source_words, target_words
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as file:
        file.write(struct.pack("<I", len(text)) + text + data)


write(f"{args.out}/{args.name}.bin")
print(os.path.getsize(f"{args.out}/{args.name}.bin"), "bytes", flush=True)

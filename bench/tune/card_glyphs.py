"""Train the network that reads the glyphs of cards, on pictures made of free fonts and of drawn suits.

    python bench/tune/card_glyphs.py make build/glyphs --fonts FOLDER --samples 300000
    python bench/tune/card_glyphs.py train build/glyphs --minutes 15
    python bench/tune/card_glyphs.py check build/glyphs
    python bench/tune/card_glyphs.py write build/glyphs

FOLDER has fonts (such as Debian's packages `fonts-*`, unpacked) and icons of suits as SVG, at any depth. `make` writes
files of 10,000 pictures; every eighth family of fonts and drawn set of suits is kept for `check`, whose pictures are
made one by one. `train` shows the large pictures on simulated screens; it needs PyTorch, runs in one thread, goes on
where it stopped, and takes up files that `make` has added. `write` rounds the weights to bytes, after a temperature has
been fitted to the families kept apart.
"""

from __future__ import annotations

import argparse
import time
import zlib
from itertools import pairwise
from math import cos, pi
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from glyph_pictures import CLASSES, OTHER, Studio, drawn_sources, font_files, font_source, icon_sources

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SHARD = 10_000  # pictures in a file
_CHANNELS = (16, 32, 64)
_WINDOWS = (5, 3, 3)
_HIDDEN = 64
#: Window, inputs and outputs of each layer; a full layer's window is its whole picture.
_LAYERS = (
    *zip(_WINDOWS, (1, *_CHANNELS), _CHANNELS, strict=False),
    (4, _CHANNELS[-1], _HIDDEN),
    (1, _HIDDEN, len(CLASSES)),
)
_MAGIC = b"KGLYPHS\x01"  # with the version of the format
_BATCH = 256
_SIZES = (0, 8, 10, 12, 15, 20, 30, 61)  # heights in pixels: the bounds of the rows that `check` prints


def main() -> None:
    """Make, train, check or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", choices=("make", "train", "check", "write"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path, default=Path("src/kiebitz/analysis/card_glyphs.bin"))
    parser.add_argument("--examples", type=Path, default=Path("native/tests/card_glyphs.bin"))
    parser.add_argument("--fonts", type=Path)
    parser.add_argument("--samples", type=int, default=300_000)
    parser.add_argument("--minutes", type=float, default=15, help="of processor time, in all")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.work == "make":
        make(args.folder, args.fonts, args.samples)
    elif args.work == "train":
        train(args.folder, args.minutes)
    elif args.work == "check":
        check(args.folder)
    else:
        write(args.folder, args.weights, args.examples)


def make(folder: Path, fonts: Path, samples: int) -> None:
    """Write the files of pictures that are missing: one for `check`, the rest for training."""
    random = np.random.default_rng(36)
    sources = [*icon_sources(fonts), *drawn_sources(600, random)]
    for path, family, signs in font_files(fonts):
        if source := font_source(path, family, signs, random):
            sources.append(source)
    kept = [source for source in sources if source.held_out]
    used = [source for source in sources if not source.held_out]
    print(f"{len(sources)} sources, {len(kept)} of them kept for the check", flush=True)
    plan = [("check", 0, kept), *(("train", index, used) for index in range(samples // _SHARD))]
    for name, index, chosen in plan:
        path = folder / f"{name}-{index:02}.npz"
        if path.exists():
            continue
        studio = Studio(chosen, np.random.default_rng([36, name == "check", index]))
        made = [studio.sample() if name == "check" else studio.master() for _ in range(_SHARD)]
        pictures, numbers, heights, names = zip(*made, strict=True)
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(
                file,
                glyphs=np.round(np.stack(pictures) * 255).astype(np.uint8),
                classes=np.array(numbers, np.uint8),
                heights=np.array(heights, np.uint8),
                sources=np.array(names),
            )
        part.replace(path)
        print(path, flush=True)


def network() -> Any:
    """Return the network, untrained: three convolutions, each of which halves the picture, and two full layers."""
    from torch import nn

    convolutions = [
        layer
        for window, inputs, outputs in _LAYERS[: len(_CHANNELS)]
        for layer in (nn.Conv2d(inputs, outputs, window, stride=2, padding=window // 2), nn.ReLU())
    ]
    return nn.Sequential(
        *convolutions,
        nn.Flatten(),
        nn.Linear(_CHANNELS[-1] * 16, _HIDDEN),
        nn.ReLU(),
        nn.Linear(_HIDDEN, len(CLASSES)),
    )


def train(folder: Path, minutes: float) -> None:
    """Train until the processor time is used; a step's rate falls along a cosine."""
    import torch
    from glyph_screens import cut_out

    torch.set_num_threads(1)
    torch.manual_seed(36)
    state = folder / "state.pt"
    model = network().to(memory_format=torch.channels_last)  # a third faster
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    used, step = 0.0, 0
    if state.exists():
        saved = torch.load(state, weights_only=True)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        used, step = saved["used"], saved["step"]
    glyphs, classes = shards(folder, "train")
    begun, random = time.process_time() - used, np.random.default_rng(step)
    loss_of, mean = torch.nn.CrossEntropyLoss(), 0.0
    saved_at = time.process_time()
    while (used := time.process_time() - begun) < minutes * 60:
        rows = random.integers(len(glyphs), size=_BATCH)
        batch = cut_out(torch.from_numpy(glyphs[rows]), random).to(memory_format=torch.channels_last)
        for group in optimizer.param_groups:
            group["lr"] = 2e-5 + 2e-3 * (0.5 + 0.5 * cos(pi * used / (minutes * 60))) * min(1, (step + 1) / 200)
        loss = loss_of(model(batch), torch.from_numpy(classes[rows].astype(np.int64)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step, mean = step + 1, 0.99 * mean + 0.01 * loss.item()
        if step % 200 == 0:
            print(f"step {step}, {used:.0f} s, {len(glyphs):,} pictures, loss {mean:.3f}", flush=True)
            if len(list(folder.glob("train-*.npz"))) * _SHARD != len(glyphs):
                glyphs, classes = shards(folder, "train")  # `make` has written more
        if time.process_time() - saved_at > 20:
            keep(state, model, optimizer, used, step)
            saved_at = time.process_time()
    keep(state, model, optimizer, used, step)


def keep(state: Path, model: Any, optimizer: Any, used: float, step: int) -> None:
    """Save the state of a training."""
    import torch

    part = state.with_suffix(".part")
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "used": used, "step": step}, part)
    part.replace(state)


def shards(folder: Path, name: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return all pictures of a kind, and their classes."""
    files = [np.load(path) for path in sorted(folder.glob(f"{name}-*.npz"))]
    return np.concatenate([file["glyphs"] for file in files]), np.concatenate([file["classes"] for file in files])


def scores(model: Any, glyphs: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the network's outputs before they become probabilities."""
    import torch

    torch.set_num_threads(1)
    with torch.no_grad():
        parts = [
            model(torch.from_numpy(part.astype(np.float32) / 255)[:, None])
            for part in np.array_split(glyphs, 1 + len(glyphs) // 1000)
        ]
    result: NDArray[np.float64] = torch.cat(parts).numpy().astype(np.float64)
    return result


def logarithms(outputs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the logarithms of probabilities."""
    lower = outputs - outputs.max(1, keepdims=True)
    result: NDArray[np.float64] = lower - np.log(np.exp(lower).sum(1, keepdims=True))
    return result


def temperature(outputs: NDArray[np.float64], classes: NDArray[np.uint8]) -> float:
    """Return the divisor of the outputs that makes the true classes likeliest."""
    tried = np.linspace(0.6, 2.5, 96)
    rows = np.arange(len(classes))
    return float(tried[np.argmin([-logarithms(outputs / divisor)[rows, classes].mean() for divisor in tried])])


def trained(folder: Path) -> Any:
    """Return the network as far as it is trained."""
    import torch

    model = network()
    model.load_state_dict(torch.load(folder / "state.pt", weights_only=True)["model"])
    return model.eval()


def check(folder: Path) -> None:
    """Print accuracy by height, calibration, and the usual confusions, on families kept apart."""
    file = np.load(folder / "check-00.npz")
    classes, heights = file["classes"], file["heights"]
    outputs = scores(trained(folder), file["glyphs"])
    divisor = temperature(outputs, classes)
    chances = np.exp(logarithms(outputs / divisor))
    read = chances.argmax(1)
    print(f"all {(read == classes).mean():.4f}, temperature {divisor:.2f}")
    kinds = {"ranks": classes < 13, "suits": (classes >= 13) & (classes < OTHER), "other": classes == OTHER}
    print("height", *kinds)
    for low, high in pairwise(_SIZES):
        rows = (heights >= low) & (heights < high)
        print(f"to {high - 1}", *(f"{(read == classes)[rows & kind].mean():.4f}" for kind in kinds.values()))
    for least, below in pairwise((0, 0.5, 0.8, 0.95, 0.99, 0.999, 1.01)):
        rows = (chances.max(1) >= least) & (chances.max(1) < below)
        mean, right = chances.max(1)[rows].mean(), (read == classes)[rows].mean()
        print(f"chance from {least}: {rows.sum()} glyphs, mean {mean:.4f}, right {right:.4f}")
    pairs = np.zeros((len(CLASSES), len(CLASSES)), int)
    np.add.at(pairs, (classes, read), 1)
    np.fill_diagonal(pairs, 0)
    for place in pairs.ravel().argsort()[::-1][:24]:
        true, taken = divmod(int(place), len(CLASSES))
        print(f"{CLASSES[true]} read as {CLASSES[taken]}: {pairs[true, taken]} of {(classes == true).sum()}")


def write(folder: Path, path: Path, examples: Path) -> None:
    """Write the weights, each channel as bytes with one scale, the temperature in those of the last layer.

    Besides, write pictures with the scores that `reference` gives them, for the kernel's test.
    """
    model = trained(folder)
    file = np.load(folder / "check-00.npz")
    glyphs, classes = file["glyphs"], file["classes"]
    divisor = temperature(scores(model, glyphs), classes)
    layers = [layer for layer in model if hasattr(layer, "weight")]
    body = b""
    for number, layer in enumerate(layers):
        share = divisor if number == len(layers) - 1 else 1.0
        weights = layer.weight.detach().numpy() / share
        scale = np.abs(weights).reshape(len(weights), -1).max(1) / 127
        whole = np.round(weights / scale.reshape(-1, *[1] * (weights.ndim - 1))).astype(np.int8)
        body += scale.astype("<f4").tobytes() + (layer.bias.detach().numpy() / share).astype("<f4").tobytes()
        body += in_kernel_order(whole, number).tobytes()
    content = _MAGIC + zlib.crc32(body).to_bytes(4, "little") + body
    path.write_bytes(content)
    read = np.concatenate([reference(content, part).argmax(1) for part in np.array_split(glyphs[:2000], 20)])
    print(f"{path}: {len(content):,} bytes; {(read == classes[:2000]).mean():.4f} of 2,000 glyphs right as bytes")
    chosen = np.concatenate([np.flatnonzero(classes == number)[:1] for number in range(len(CLASSES))])
    examples.write_bytes(glyphs[chosen].tobytes() + reference(content, glyphs[chosen]).astype("<f4").tobytes())


def reference(content: bytes, glyphs: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the scores of pictures by a file of weights, computed plainly; the kernel must give the same."""
    values = glyphs.astype(np.float64)[..., None] / 255
    at = len(_MAGIC) + 4
    for number, (window, inputs, outputs) in enumerate(_LAYERS):
        scale, bias = np.frombuffer(content, "<f4", 2 * outputs, at).reshape(2, outputs)
        at += 8 * outputs
        count = window * window * inputs * outputs
        weights = np.frombuffer(content, np.int8, count, at).reshape(window, window, inputs, outputs) * scale.astype(
            np.float64
        )
        at += count
        if number < len(_CHANNELS):
            side, around = values.shape[1], window // 2
            padded = np.pad(values, ((0, 0), (around, around), (around, around), (0, 0)))
            taps = [
                padded[:, row : row + side : 2, column : column + side : 2] @ weights[row, column]
                for row in range(window)
                for column in range(window)
            ]
            values = np.maximum(sum(taps) + bias, 0)
        else:
            values = values.reshape(len(values), -1) @ weights.reshape(-1, outputs) + bias
            values = np.maximum(values, 0) if number + 1 < len(_LAYERS) else values
    return logarithms(values)


def in_kernel_order(weights: NDArray[np.int8], number: int) -> NDArray[np.int8]:
    """Return a layer's weights with the outputs innermost: taps (rows, columns), inputs, outputs."""
    if weights.ndim == 4:
        return np.ascontiguousarray(weights.transpose(2, 3, 1, 0))
    if number == len(_CHANNELS):  # its inputs are a picture, whose channels are innermost in the kernel
        return np.ascontiguousarray(weights.reshape(len(weights), -1, 4, 4).transpose(2, 3, 1, 0))
    return np.ascontiguousarray(weights.T)


if __name__ == "__main__":
    main()

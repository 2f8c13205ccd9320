// Memory and disk without end. The judge watches, and ends a process that takes more than it may; the programs stop by themselves too.
import * as fs from "node:fs";
import { later } from "../clients.mjs";

const megabyte = 1024 * 1024;
const step = 32;

/** Takes memory in steps, with pauses in which the judge looks. */
async function takeMemory({ memoryLimitMb }, take) {
  const taken = [];
  let size = 0;
  for (; size < memoryLimitMb; size += step) {
    taken.push(take(step * megabyte));
    await later(8);
  }
  await later(300);
  return { takenMb: size, pieces: taken.length };
}

/** Makes the kernel give the pages. */
const touch = (bytes) => {
  for (let at = 0; at < bytes.length; at += 4096) bytes[at] = 1;
  return bytes;
};

async function fill(path, { diskLimitMb }) {
  const block = Buffer.alloc(4 * megabyte, 1);
  const file = fs.openSync(path, "w");
  let size = 0;
  try {
    for (; size < diskLimitMb; size += 4) {
      fs.writeSync(file, block);
      if (size % 64 === 0) await later(2);
    }
  } finally {
    fs.closeSync(file);
  }
  return { writtenMb: Math.floor(fs.statSync(path).size / megabyte) };
}

export const attacks = {
  "take memory by buffers": (t) => takeMemory(t, (size) => Buffer.alloc(size, 1)),
  "take memory by shared buffers": (t) => takeMemory(t, (size) => touch(new Uint8Array(new SharedArrayBuffer(size)))),
  "take memory by WebAssembly": (t) =>
    takeMemory(t, (size) => touch(new Uint8Array(new WebAssembly.Memory({ initial: size / 65_536 }).buffer))),
  "take memory by texts": (t) => takeMemory(t, (size) => Buffer.alloc(size, "x").toString("latin1")),
};

export const scriptAttacks = {
  "fill its folder": (t) => fill(`${process.env.TMPDIR}/full`, t),
  "fill /dev/shm": (t) => fill(`/dev/shm/trace-full-${t.nonce}`, t),
  "fill /tmp": (t) => fill(`/tmp/trace-full-${t.nonce}`, t),
};

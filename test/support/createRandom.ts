/** Random numbers that depend only on a seed. */
export interface Random {
  /** A number from 0 to 1. */
  next(): number;
  /** An integer between two bounds, both included. */
  int(from: number, to: number): number;
  chance(share: number): boolean;
  /** Independent numbers for a part: the draws of other parts do not change them. */
  part(name: string): Random;
}

/** mulberry32 is small and returns the same numbers on every platform. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (share) => next() < share,
    part: (name) => createRandom(seed ^ hashText(name)),
  };
  return random;
}

/** FNV-1a of 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

import { setTimeout as pause } from "node:timers/promises";

const pausesMs = { first: 100, growth: 1.5, longest: 2000 } as const;

/** Reads a state again until it is final. */
export async function readUntil<State>(
  read: () => Promise<State>,
  isFinal: (state: State) => boolean,
  signal: AbortSignal,
): Promise<State> {
  for (let ms: number = pausesMs.first; ; ms = Math.min(ms * pausesMs.growth, pausesMs.longest)) {
    const state = await read();
    if (isFinal(state)) return state;
    await pause(ms, undefined, { signal });
  }
}

/** Runs `work` after a delay; returns a function that cancels it. */
export type RunLater = (ms: number, work: () => void) => () => void;

export function runAfterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** Lets `atOnce` works run at a time, the others wait for their turn; one that is called off meanwhile never starts. */
export function turns(atOnce: number): (work: () => Promise<void>, signal: AbortSignal) => Promise<void> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      if (!signal.aborted) await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

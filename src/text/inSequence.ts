/** Returns a function whose calls follow each other, also after one that failed. */
export function inSequence<Parameters extends readonly unknown[], Result>(
  run: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (...parameters) => {
    const done = last.then(() => run(...parameters));
    last = done.catch(() => undefined);
    return done;
  };
}

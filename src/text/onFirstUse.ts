/** Runs `create` on the first call and caches its result. Does not cache a failure. */
export function onFirstUse<Given extends unknown[], T>(
  create: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let pending: Promise<T> | undefined;
  return (...given) => {
    pending ??= create(...given).catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}

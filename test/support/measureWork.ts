/**
 * The processor time of some work as a multiple of that of a fixed amount of work, which is about the same on each machine and
 * however busy it is.
 */
export function measureWork(work: () => void): number {
  const reference = measureProcessorTime(() => {
    JSON.stringify(Array.from({ length: 200_000 }, (_, index) => ({ index })));
  });
  return measureProcessorTime(work) / reference;
}

/** In microseconds, of this thread. For ratios of two works of one kind. */
export function measureProcessorTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

import type { Progress, ViewId } from "./ports.ts";

type Task = { readonly title: string; readonly in: "notification" | ViewId };
export type CancellableResult<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "cancelled" };

/** Runs cancellable work: after a cancellation the result is `cancelled`, whatever the work throws. */
export async function runCancellable<T>(
  progress: Progress,
  task: Task,
  work: (report: (message: string) => void, signal: AbortSignal) => Promise<T>,
): Promise<CancellableResult<T>> {
  return progress.run(task, async (report, signal): Promise<CancellableResult<T>> => {
    try {
      const value = await work(report, signal);
      return signal.aborted ? { kind: "cancelled" } : { kind: "done", value };
    } catch (error) {
      if (signal.aborted) return { kind: "cancelled" };
      throw error;
    }
  });
}

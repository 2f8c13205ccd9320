import type { Progress } from "./ports.ts";

export type CancellableResult<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "cancelled" };

/** Runs cancellable work with a notification: after a cancellation the result is `cancelled`, whatever the work throws. */
export async function runCancellable<T>(
  progress: Progress,
  title: string,
  work: (report: (message: string) => void, signal: AbortSignal) => Promise<T>,
): Promise<CancellableResult<T>> {
  return progress.run({ title, in: "notification" }, async (report, signal): Promise<CancellableResult<T>> => {
    try {
      const value = await work(report, signal);
      return signal.aborted ? { kind: "cancelled" } : { kind: "done", value };
    } catch (error) {
      if (signal.aborted) return { kind: "cancelled" };
      throw error;
    }
  });
}

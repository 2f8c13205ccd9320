import type { Progress } from "../../../base/ports.ts";

/** The progress of an act of several steps: one notification, which opens with the first step, and ends with `end`. */
export interface JoinedProgress extends Progress {
  end(): void;
}

interface OpenedProgress {
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

/** `title` is that of the notification. A step shows its own until it reports something. */
export function joinProgress(progress: Progress, title: string): JoinedProgress {
  const ended = Promise.withResolvers<void>();
  let opened: Promise<OpenedProgress> | undefined;
  const open = () => {
    const { promise, resolve } = Promise.withResolvers<OpenedProgress>();
    void progress.run({ title, in: "notification" }, (report, signal) => {
      resolve({ report, signal });
      return ended.promise;
    });
    return promise;
  };
  return {
    run: async (step, work) => {
      opened ??= open();
      const { report, signal } = await opened;
      if (step.title !== title) report(step.title);
      return work(report, signal);
    },
    end: () => ended.resolve(),
  };
}

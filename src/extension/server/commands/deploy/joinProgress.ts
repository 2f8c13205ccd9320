import type { Progress } from "../../../base/ports.ts";

/** The progress of an act of several steps: one notification, which opens with the first step. */
export interface JoinedProgress extends Progress {
  /** Closes the notification, also while the user is asked; another step opens one again. */
  end(): void;
}

interface OpenedProgress {
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

/** `title` is that of the notification. A step shows its own until it reports something. */
export function joinProgress(progress: Progress, title: string): JoinedProgress {
  let current: { readonly opened: Promise<OpenedProgress>; readonly end: () => void } | undefined;
  const open = () => {
    const opened = Promise.withResolvers<OpenedProgress>();
    const ended = Promise.withResolvers<void>();
    void progress.run({ title, in: "notification" }, (report, signal) => {
      opened.resolve({ report, signal });
      return ended.promise;
    });
    return { opened: opened.promise, end: ended.resolve };
  };
  return {
    run: async (step, work) => {
      current ??= open();
      const { report, signal } = await current.opened;
      if (step.title !== title) report(step.title);
      return work(report, signal);
    },
    end: () => {
      current?.end();
      current = undefined;
    },
  };
}

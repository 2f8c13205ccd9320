import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Errors of this process outside of calls. */
export interface Watch {
  readonly rejections: readonly string[];
  readonly exceptions: readonly string[];
  end(): void;
}

export function watchProcess(): Watch {
  const rejections: string[] = [];
  const exceptions: string[] = [];
  const onRejection = (reason: unknown) => rejections.push(wordsOf(reason));
  // This listener observes fatal errors without preventing the end of the process.
  const onException = (error: unknown) => exceptions.push(wordsOf(error));
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtExceptionMonitor", onException);
  return {
    rejections,
    exceptions,
    end: () => {
      process.off("unhandledRejection", onRejection);
      process.off("uncaughtExceptionMonitor", onException);
    },
  };
}

const wordsOf = (reason: unknown) => (reason instanceof Error ? (reason.stack ?? reason.message) : String(reason));

/** The bytes that are still referenced, including buffers. */
export function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("This Node cannot collect its garbage on demand.");
  for (let turn = 0; turn < 3; turn += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

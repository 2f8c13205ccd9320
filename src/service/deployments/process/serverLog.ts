import { createOutputLevelReader } from "../../../text/output/outputLevels.ts";
import type { ServiceContext } from "../../context.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import { cleanServerText, createLogRateLimiter, shortenLogLine } from "./serverOutput.ts";

/** Stores the output of a deployment's process as events, masked and limited. Retains the last lines for a failure. */
export interface ServerLog {
  /** `dropped` is the number of characters missing at the end of the line. */
  line(text: string, stream: "stdout" | "stderr", dropped?: number): void;
  /** The last lines, oldest first. */
  tail(): readonly string[];
  /** Records the number of dropped lines after the process has ended. */
  flush(): void;
}

const tailLines = 50;

export function createServerLog(
  context: Pick<ServiceContext, "clock">,
  events: Pick<DeploymentEventLog, "enqueue">,
  deploymentId: string,
  mask: (text: string) => string,
): ServerLog {
  let tail: string[] = [];
  const limiters = {
    stdout: createLimiter("stdout"),
    stderr: createLimiter("stderr"),
  };

  function createLimiter(stream: "stdout" | "stderr") {
    const readLevel = stream === "stderr" ? createOutputLevelReader() : () => "info" as const;
    const enqueueLine = (level: "info" | "error", message: string, data: Record<string, unknown>) =>
      events.enqueue(deploymentId, { kind: "log", level, message, data });
    return createLogRateLimiter(
      context.clock,
      (line) => enqueueLine(readLevel(line), line, { stream }),
      (dropped) => enqueueLine("info", `${dropped} more lines within a second were dropped.`, { stream, dropped }),
    );
  }

  return {
    line: (text, stream, dropped = 0) => {
      tail.push(text);
      if (tail.length >= tailLines * 2) tail = tail.slice(-tailLines);
      // Masked only if it is stored, and before the cut, because a secret that is cut in half would not be recognized.
      limiters[stream].line(() => shortenLogLine(mask(text), dropped));
    },
    tail: () => tail.slice(-tailLines).map((text) => cleanServerText(text, mask)),
    flush: () => {
      limiters.stdout.end();
      limiters.stderr.end();
    },
  };
}

import type { ServiceContext } from "../../context.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import { createLogRateLimiter, shortenLogLine } from "./logLineReader.ts";

/** What a deployment's process writes: masked, capped, kept as events; its last lines at hand for a failure. */
export interface ServerLog {
  /** `dropped`: characters that followed, and are lost already. */
  line(text: string, stream: "stdout" | "stderr", dropped?: number): void;
  /** The last lines, oldest first. */
  tail(): readonly string[];
  /** The process has ended: says what was still held back. */
  settle(): void;
}

const tailLines = 50;

export function createServerLog(
  context: Pick<ServiceContext, "clock">,
  events: Pick<DeploymentEventLog, "enqueue">,
  deploymentId: string,
  mask: (text: string) => string,
): ServerLog {
  let tail: string[] = [];
  const caps = {
    stdout: capped("stdout"),
    stderr: capped("stderr"),
  };

  /** A stream is not a level: MCP servers write all they log to standard error. */
  function capped(stream: "stdout" | "stderr") {
    const tell = (message: string, data: Record<string, unknown>) =>
      events.enqueue(deploymentId, { kind: "log", level: "info", message, data });
    return createLogRateLimiter(
      context.clock,
      (line) => tell(line, { stream }),
      (dropped) => tell(`${dropped} more lines within a second were not kept.`, { stream, dropped }),
    );
  }

  return {
    line: (text, stream, dropped = 0) => {
      // Masked while it is whole: half a secret at the cut would not be known as one.
      const line = shortenLogLine(mask(text), dropped);
      tail.push(line);
      if (tail.length >= tailLines * 2) tail = tail.slice(-tailLines);
      caps[stream].line(line);
    },
    tail: () => tail.slice(-tailLines),
    settle: () => {
      caps.stdout.end();
      caps.stderr.end();
    },
  };
}

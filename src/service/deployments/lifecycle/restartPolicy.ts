import type { DeploymentTimes } from "../deploymentTimes.ts";

/** The pauses before restarts, and the number of crashes in a row after which the server is not restarted. */
export type RestartPolicy = Pick<DeploymentTimes, "backOffMs" | "backOffMaxMs" | "crashLimit" | "goodRunMs">;

interface Crash {
  /** A sentence about the end of the process. */
  readonly reason: string;
  /** The duration of the run; `undefined` if the process did not get ready. */
  readonly ranMs: number | undefined;
  /** Crashes in a row before this one. */
  readonly crashesBefore: number;
}

/** `crashes` counts the crashes in a row, this one included. `message` is shown to the user. */
type RestartDecision =
  | { readonly kind: "restart"; readonly crashes: number; readonly message: string; readonly pauseMs: number }
  | { readonly kind: "giveUp"; readonly crashes: number; readonly message: string };

/**
 * Decides what follows a crash. The pause before a restart doubles with every crash in a row. A run of `goodRunMs` or more clears the
 * crashes before it. After more than `crashLimit` crashes in a row the process is not started again.
 */
export function decideRestart(policy: RestartPolicy, { reason, ranMs, crashesBefore }: Crash): RestartDecision {
  const wasGoodRun = ranMs !== undefined && ranMs >= policy.goodRunMs;
  const crashes = wasGoodRun ? 1 : crashesBefore + 1;
  if (crashes > policy.crashLimit) {
    return { kind: "giveUp", crashes, message: `${reason} It crashed ${crashes} times and is not started again.` };
  }
  const pauseMs = Math.min(policy.backOffMs * 2 ** (crashes - 1), policy.backOffMaxMs);
  const message = `${reason} Starting it again in ${pauseMs / 1000} s (${crashes} of ${policy.crashLimit}).`;
  return { kind: "restart", crashes, message, pauseMs };
}

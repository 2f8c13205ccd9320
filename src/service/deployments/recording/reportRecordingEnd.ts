import type { Recording } from "../../../contract/routes/recordingRoutes.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";

const endMessages = {
  stopped: "a user stopped it",
  time: "its time is over",
  calls: "it has as many calls as it may have",
  bytes: "its calls are as large as they may be",
  deployment: "the deployment ended",
} as const satisfies Record<NonNullable<Recording["end"]>, string>;

export function reportRecordingEnd(events: DeploymentEventLog, deploymentId: string, { end, calls }: Recording): void {
  // The events of a deployment end with it.
  if (end === null || end === "deployment") return;
  const message = `The recording of calls ended with ${calls}: ${endMessages[end]}`;
  events.enqueue(deploymentId, { kind: "step", level: "info", message, data: { step: "record" } });
}

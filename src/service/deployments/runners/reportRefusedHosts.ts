import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import type { RefusalReason } from "./serverEgress.ts";

export function describeRefusedHost(host: string, reason: RefusalReason): string {
  if (reason === "service")
    return `The server may not connect to ${host}: it is the machine of the service, whose own ports are not open to servers.`;
  const why = reason === "unknown" ? "the host is not allowed" : "its name leads to a private address";
  return `The server may not connect to ${host}: ${why}. Allow it with "Allowed Hosts" if the server needs it.`;
}

/** The most hosts that are reported for one process. A server may try any number of them. */
const mostReported = 50;

/** Returns a function that records each refused host of a deployment once, with the host as `data.refusedHost` and the reason as `data.reason`. */
export function createRefusedHostReporter(
  events: Pick<DeploymentEventLog, "enqueue">,
  deploymentId: string,
): (host: string, reason: RefusalReason) => void {
  const reported = new Set<string>();
  return (host, reason) => {
    if (reported.has(host) || reported.size >= mostReported) return;
    reported.add(host);
    const message = describeRefusedHost(host, reason);
    events.enqueue(deploymentId, { kind: "log", level: "warning", message, data: { refusedHost: host, reason } });
  };
}

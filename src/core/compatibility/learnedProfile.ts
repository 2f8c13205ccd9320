import type { OpenProfileKeeper } from "../connection/connectionProfile.ts";
import type { Connections } from "../connection/connections.ts";

/** What is known of how a service speaks, and what it is known by. */
export type Learned = Pick<OpenProfileKeeper, "read" | "tell" | "evidence" | "onChange">;

/** Of the service that is in use, also where it cannot be reached now. */
export function learnedOf(connections: Pick<Connections, "active" | "profile">): Learned | undefined {
  const connection = connections.active();
  return connection && connections.profile(connection);
}

/** Whether there is anything to report of it. */
export function isKnown(learned: Learned): boolean {
  return learned.read().dialect !== "unknown" || Object.keys(learned.evidence()).length > 0;
}

import type { ConnectionProfile } from "../connection/connectionProfile.ts";
import type { Connections } from "../connection/connections.ts";

/** What is known of how a service speaks, and what it is known by. */
export type LearnedProfile = Pick<ConnectionProfile, "read" | "saveEvidence" | "evidence" | "onChange">;

/** Of the service that is in use, also where it cannot be reached now. */
export function readLearnedProfile(connections: Pick<Connections, "active" | "profile">): LearnedProfile | undefined {
  const connection = connections.active();
  return connection && connections.profile(connection);
}

/** Whether there is anything to report of it. */
export function hasLearnedProfile(learned: LearnedProfile): boolean {
  return learned.read().dialect !== "unknown" || Object.keys(learned.evidence()).length > 0;
}

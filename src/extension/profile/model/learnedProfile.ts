import type { ConnectionProfile } from "../../connection/model/connectionProfile.ts";
import type { Connections } from "../../connection/model/connections.ts";

/** What is known of a service's dialect, with the evidence. */
export type LearnedProfile = Pick<
  ConnectionProfile,
  "read" | "saveEvidence" | "evidence" | "samples" | "unread" | "onChange" | "asksBeforeChanges"
>;

/** The profile of the active connection, even when the service cannot be reached. */
export function readLearnedProfile(connections: Pick<Connections, "active" | "profile">): LearnedProfile | undefined {
  const connection = connections.active();
  return connection && connections.profile(connection);
}

/** Whether the profile holds anything to report. */
export function hasLearnedProfile(learned: LearnedProfile): boolean {
  return learned.read().dialect !== "unknown" || Object.keys(learned.evidence()).length > 0;
}

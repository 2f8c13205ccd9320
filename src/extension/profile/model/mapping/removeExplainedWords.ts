import type { Evidence } from "../../../../contract/evidence.ts";
import { operationNames } from "../../../../contract/operationNames.ts";
import type { ConnectionProfile } from "../../../connection/model/connectionProfile.ts";

/** Removes words that the user has explained from the unknown states of a resource, so that reports no longer list them. */
export function removeExplainedWords(
  profileStore: Pick<ConnectionProfile, "evidence" | "saveEvidence">,
  resource: string,
  words: readonly string[],
): void {
  for (const operation of operationNames) {
    const recorded: Evidence | undefined = profileStore.evidence()[operation];
    if (recorded?.resource !== resource || !recorded.states.some((word) => words.includes(word))) continue;
    const states = recorded.states.filter((word) => !words.includes(word));
    profileStore.saveEvidence(operation, { ...recorded, states });
  }
}

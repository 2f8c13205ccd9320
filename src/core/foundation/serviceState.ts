import { knownState, type UnknownState } from "../../contract/received.ts";

type ServiceState = string | UnknownState | undefined;

/** The state in words, in the service's own where the contract does not know it; undefined where the service does not say it. */
export function formatState(state: ServiceState): string | undefined {
  return typeof state === "object" ? formatUnknownState(state) : state;
}

/** Its word on one line. */
function formatUnknownState({ unknown }: UnknownState): string | undefined {
  const line = unknown.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line === "" ? undefined : line.slice(0, 60).toWellFormed();
}

/** The icon of a state; one for every state that nobody knows. */
export function findStateIcon<State extends string>(
  state: State | UnknownState | undefined,
  icons: Readonly<Record<State, string>>,
): string {
  const known = knownState(state);
  return known === undefined ? "question" : icons[known];
}

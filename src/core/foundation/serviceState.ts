import { knownState, type UnknownState } from "../../contract/received.ts";

type ServiceState = string | UnknownState | undefined;

/**
 * The state as text; the service's own word when the contract does not know it; undefined when the service does not
 * return it.
 */
export function formatState(state: ServiceState): string | undefined {
  return typeof state === "object" ? formatUnknownState(state) : state;
}

/** The service's word on one line. */
function formatUnknownState({ unknown }: UnknownState): string | undefined {
  const line = unknown.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line === "" ? undefined : line.slice(0, 60).toWellFormed();
}

/** The icon of a state; all unknown states share one. */
export function findStateIcon<State extends string>(
  state: State | UnknownState | undefined,
  icons: Readonly<Record<State, string>>,
): string {
  const known = knownState(state);
  return known === undefined ? "question" : icons[known];
}

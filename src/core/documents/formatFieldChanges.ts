import { type Change, type Fields, isMap, keyOf } from "./fieldChanges.ts";

/** What is kept secret is not read out, not even before it is sent. */
export type IsShown = (change: Change) => boolean;

/** Of what is in an environment, only what the service itself reads out. */
export function shownChanges({ environment }: Fields): IsShown {
  return ({ path: [, name] }) => name === undefined || (isMap(environment) && typeof environment[name] === "string");
}

const longest = 80;

/** `name: "Old" to "New"`, one a line. */
export function changeLines(changes: readonly Change[], isShown: IsShown): string {
  return changes.map((change) => `${keyOf(change.path)}: ${changeWords(change, isShown(change))}`).join("\n");
}

function changeWords({ from, to }: Change, isShown: boolean): string {
  if (to === undefined) return "removed";
  if (!isShown) return from === undefined ? "added" : "replaced";
  return `${valueWords(from)} to ${valueWords(to)}`;
}

export function valueWords(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}... (${text.length} characters)`;
}

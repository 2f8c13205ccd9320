import type { SurfaceReport } from "./surfaceReport.ts";
import type { Outcome, TrueState } from "./truth.ts";

/** The outcomes that the editor's words express, by the kind of item. */
export const stateWords = {
  deployment: {
    queued: "waiting",
    building: "working",
    starting: "working",
    running: "success",
    degraded: "needs action",
    failed: "failure",
    stopped: "stopped",
    superseded: "stopped",
    replaced: "stopped",
  },
  testRun: { queued: "waiting", running: "working", passed: "success", failed: "failure", errored: "failure" },
  oauthConnection: { connected: "success", expired: "needs action", revoked: "failure" },
  health: { healthy: "success", degraded: "needs action", unhealthy: "failure" },
} as const satisfies Record<string, Readonly<Record<string, Outcome>>>;

const iconOutcomes: Readonly<Record<string, Outcome>> = {
  clock: "waiting",
  "circle-outline": "waiting",
  "sync~spin": "working",
  pass: "success",
  warning: "needs action",
  error: "failure",
  "debug-stop": "stopped",
  history: "stopped",
  question: "unknown",
};

export interface ShownState {
  readonly text: string | undefined;
  readonly icon: string;
}

/** Compares a row's state with the truth. A state in the service's own word without an outcome is true, but not all. */
export function checkState(
  report: SurfaceReport,
  subject: string,
  { text, icon }: ShownState,
  truth: TrueState,
  kind: keyof typeof stateWords,
): void {
  const words: Readonly<Record<string, Outcome>> = stateWords[kind];
  const known = text === undefined ? undefined : words[text];
  // The service's own word beside the neutral icon claims nothing.
  const expressed = icon === "question" ? "unknown" : (known ?? iconOutcomes[icon] ?? "unknown");
  const shown = `shows the state ${quote(text)} with the icon ${icon}`;
  const actual = `the truth is ${describeState(truth)}`;
  const isStrange = known === undefined && text !== undefined && !isOwnWord(text, truth);
  const isOther = expressed !== truth.outcome;
  if (isStrange || (isOther && expressed !== "unknown")) report.wrong(subject, shown, actual);
  else if (isOther) report.blank(subject, shown, actual);
}

export function describeState({ state, outcome, wireState }: TrueState): string {
  return `${quote(state)} (${outcome}${wireState === undefined || wireState === state ? "" : `, on the wire ${quote(wireState)}`})`;
}

/** Whether the text is a word of the service for the state, in any spelling. */
export function isOwnWord(text: string, { state, wireState, alsoState }: TrueState): boolean {
  const shown = normalize(text);
  const own = [state, alsoState, wireState, ...(wireState?.split("/") ?? [])];
  return own.some((word) => word !== undefined && normalize(word) === shown);
}

const normalize = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

export const quote = (text: string | null | undefined) =>
  text === undefined || text === null ? "nothing" : JSON.stringify(text);

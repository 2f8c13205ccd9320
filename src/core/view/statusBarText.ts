import type { Me } from "../../contract/identity.ts";
import { joinWords } from "../../text/joinWords.ts";
import { readUrlHost } from "../connection/connection.ts";
import type { ConnectionSession } from "../connection/connectionSession.ts";
import { isUserKnown } from "../connection/readMe.ts";
import { findStateIcon, formatState } from "../foundation/serviceState.ts";
import type { SelectedProject } from "../project/selectedProject.ts";
import type { ServerHealth } from "../server/serverHealth.ts";

export interface StatusBarInput {
  readonly session: ConnectionSession;
  /** Its name, as far as it is known. */
  readonly organization: string | undefined;
  readonly project: SelectedProject | undefined;
  readonly pulse: ServerHealth;
}

/** What the status bar item says: `text` may hold codicons, `spoken` is the same in words. */
export interface StatusBarText {
  readonly text: string;
  readonly spoken: string;
  readonly tooltip: string;
}

const icons = { healthy: "pass", degraded: "warning", unhealthy: "error", unknown: "question" } as const;

export function formatStatusBarText(input: StatusBarInput): StatusBarText {
  const { session, project } = input;
  const place = placeOf(session);
  const pulse = pulseWords(input);
  const shownProject = session.kind === "connected" ? project : undefined;
  const parts = [place.words, shownProject?.name, pulse?.words].filter((part) => part !== undefined);
  const icon = pulse ? ` $(${pulse.icon})` : "";
  const name = [place.words, shownProject?.name].filter(Boolean).join(" · ");
  return {
    text: `$(${place.icon}) ${plain(name)}${pulse ? ` ·${icon} ${plain(pulse.words)}` : ""}`,
    spoken: `Fairlead: ${parts.join(", ")}`,
    tooltip: tooltipOf(input, place.words),
  };
}

function placeOf(session: ConnectionSession): { icon: string; words: string } {
  switch (session.kind) {
    case "none":
      return { icon: "debug-disconnect", words: "Fairlead: not connected" };
    case "connecting":
      return { icon: "sync", words: `${session.connection.name}: connecting` };
    case "failed":
      return { icon: "warning", words: `${session.connection.name}: not reached` };
    case "signedOut":
      return { icon: "warning", words: `${session.connection.name}: signed out` };
    case "idle":
    case "connected":
      return { icon: "plug", words: session.connection.name };
  }
}

function pulseWords({ session, pulse }: StatusBarInput): { icon: string; words: string } | undefined {
  if (session.kind !== "connected" || pulse.kind === "none") return undefined;
  if (pulse.kind === "idle") return { icon: "circle-slash", words: joinWords(pulse.name, pulse.words) };
  return {
    icon: findStateIcon(pulse.health.status, icons),
    words: joinWords(pulse.name, formatState(pulse.health.status)),
  };
}

function tooltipOf({ session, organization, project, pulse }: StatusBarInput, place: string): string {
  if (session.kind !== "connected") return `${place}\nClick for what can be done.`;
  const { connection, me } = session;
  return [
    `${connection.name} (${readUrlHost(connection.baseUrl)})`,
    isUserKnown(me) ? signedInAs(me) : "Signed in: the service does not say as whom",
    ...(me.key?.expiresAt ? [`The key expires at ${me.key.expiresAt}`] : []),
    ...(organization === undefined ? [] : [`Organization: ${organization}`]),
    `Project: ${project?.name ?? "all"}`,
    ...healthLines(pulse),
  ].join("\n");
}

function signedInAs({ id, name, email, key }: Me): string {
  const scopes = key?.scopes?.length ? `(${key.scopes.join(", ")})` : undefined;
  const who = name === undefined ? (email ?? id) : joinWords(name, email && `<${email}>`);
  return joinWords("Signed in as", who, key?.name && `with the key "${key.name}"`, scopes);
}

function healthLines(pulse: ServerHealth): string[] {
  if (pulse.kind === "none") return [];
  if (pulse.kind === "idle") return [[pulse.name, pulse.words].filter(Boolean).join(": ")];
  const { latencyMs, restarts, checks = [] } = pulse.health;
  const facts = [
    ...(typeof latencyMs === "number" ? [`${latencyMs} ms`] : []),
    ...(restarts ? [`${restarts} restarts`] : []),
    ...checks
      .filter((check) => check.status !== "healthy")
      .map(({ name, message }) => [name, message].filter(Boolean).join(": ")),
  ];
  const said = [formatState(pulse.health.status), ...facts].filter(Boolean).join(", ");
  return [[joinWords(pulse.name, pulse.version), said].filter(Boolean).join(": ")];
}

/** Names are not to be taken for icons. */
const plain = (text: string) => text.replaceAll("$(", "$ (");

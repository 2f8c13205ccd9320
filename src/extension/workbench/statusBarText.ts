import * as l10n from "@vscode/l10n";
import type { Me } from "../../contract/identity.ts";
import { formatFullTime } from "../../text/formatTime.ts";
import { joinWords } from "../../text/joinWords.ts";
import { formatQuantity } from "../../text/language/formatQuantity.ts";
import { readErrorMessage } from "../base/failure.ts";
import { findStateIcon, formatState } from "../base/serviceState.ts";
import { readUrlHost } from "../connection/model/connection.ts";
import type { ConnectionSession } from "../connection/model/connectionSession.ts";
import type { Unreachability } from "../connection/model/liveSession.ts";
import { isUserKnown } from "../connection/model/readMe.ts";
import type { SelectedProject } from "../project/model/selectedProject.ts";
import { formatCheckedState, formatHealthCause, listCheckedNames } from "../server/model/healthProblem.ts";
import type { ServerHealth } from "../server/model/serverHealth.ts";

export interface StatusBarInput {
  readonly session: ConnectionSession;
  /** The organization's name, if known. */
  readonly organization: string | undefined;
  readonly project: SelectedProject | undefined;
  readonly health: ServerHealth;
  /** The service of the session does not respond. */
  readonly unreachability?: Unreachability | undefined;
}

/** The status bar item: `text` may hold codicons, `accessibleText` is the same for screen readers. */
export interface StatusBarText {
  readonly text: string;
  readonly accessibleText: string;
  readonly tooltip: string;
  /** The Account view says who is connected to what; without a service, a connection is what is wanted. */
  readonly command: "fairlead.account.focus" | "fairlead.connection.switch";
}

const icons = { healthy: "pass", degraded: "warning", unhealthy: "error", unknown: "question" } as const;

export function formatStatusBarText(input: StatusBarInput): StatusBarText {
  const { session, project } = input;
  const place = placeOf(input);
  const health = formatHealth(input);
  const shownProject = session.kind === "connected" ? project : undefined;
  const parts = [place.text, shownProject?.name, health?.text].filter((part) => part !== undefined);
  const icon = health ? ` $(${health.icon})` : "";
  const name = [place.text, shownProject?.name].filter(Boolean).join(" · ");
  return {
    text: `$(${place.icon}) ${plain(name)}${health ? ` ·${icon} ${plain(health.text)}` : ""}`,
    accessibleText: l10n.t`Fairlead: ${parts.join(", ")}`,
    tooltip: tooltipOf(input, place.text),
    command: hasService(input) ? "fairlead.account.focus" : "fairlead.connection.switch",
  };
}

const hasService = ({ session, unreachability }: StatusBarInput) =>
  (session.kind === "connected" || session.kind === "idle") && unreachability === undefined;

function placeOf({ session, unreachability }: StatusBarInput): { icon: string; text: string } {
  switch (session.kind) {
    case "none":
      return { icon: "debug-disconnect", text: l10n.t("Fairlead: not connected") };
    case "connecting":
      return { icon: "sync", text: l10n.t`${session.connection.name}: connecting` };
    case "failed":
      return { icon: "warning", text: l10n.t`${session.connection.name}: not reached` };
    case "signedOut":
      return { icon: "warning", text: l10n.t`${session.connection.name}: signed out` };
    case "idle":
    case "connected":
      if (unreachability) return { icon: "warning", text: l10n.t`${session.connection.name}: not reached` };
      return { icon: "plug", text: session.connection.name };
  }
}

function formatHealth({ session, health, unreachability }: StatusBarInput): { icon: string; text: string } | undefined {
  if (session.kind !== "connected" || unreachability || health.kind === "none") return undefined;
  if (health.kind === "idle")
    return { icon: health.isAsleep ? "debug-pause" : "circle-slash", text: joinWords(health.name, health.text) };
  const { status, checks = [] } = health.health;
  const code = checks.find((check) => check.status === "degraded" && check.code !== undefined)?.code;
  const cause = status === "degraded" ? formatHealthCause(code) : undefined;
  return {
    icon: findStateIcon(status, icons),
    text: cause === undefined ? joinWords(health.name, formatState(status)) : `${health.name}: ${cause}`,
  };
}

const chooseConnection = l10n.t("Click to choose a connection.");

function tooltipOf(input: StatusBarInput, place: string): string {
  const { session, organization, project, health, unreachability } = input;
  if (unreachability) {
    const since = formatFullTime(new Date(unreachability.since).toISOString());
    return [l10n.t`${place} since ${since}`, readErrorMessage(unreachability.error), chooseConnection].join("\n");
  }
  if (session.kind !== "connected") return hasService(input) ? place : `${place}\n${chooseConnection}`;
  const { connection, me } = session;
  return [
    `${connection.name} (${readUrlHost(connection.baseUrl)})`,
    isUserKnown(me) ? signedInAs(me) : l10n.t("Signed in: the service does not report the user"),
    ...(me.key?.expiresAt ? [l10n.t`The key expires on ${formatFullTime(me.key.expiresAt)}`] : []),
    ...(organization === undefined ? [] : [l10n.t`Organization: ${organization}`]),
    project ? l10n.t`Project: ${project.name}` : l10n.t("Project: all"),
    ...healthLines(health),
  ].join("\n");
}

function signedInAs({ id, name, email, key }: Me): string {
  const scopes = key?.scopes?.length ? `(${key.scopes.join(", ")})` : undefined;
  const who = name === undefined ? (email ?? id) : joinWords(name, email && `<${email}>`);
  const signedIn = key?.name
    ? l10n.t`Signed in as ${who ?? ""} with the key "${key.name}"`
    : l10n.t`Signed in as ${who ?? ""}`;
  return joinWords(signedIn, scopes);
}

function healthLines(health: ServerHealth): string[] {
  if (health.kind === "none") return [];
  if (health.kind === "idle") return [[health.name, health.text].filter(Boolean).join(": ")];
  const { latencyMs, restarts, checks = [] } = health.health;
  const facts = [
    ...(typeof latencyMs === "number" ? [`${latencyMs} ms`] : []),
    ...(restarts ? [formatQuantity(restarts, l10n.t("restart"), l10n.t("restarts"))] : []),
    ...checks
      .filter((check) => check.status !== "healthy" && check.status !== "unknown")
      .map(({ name, message }) => [name, message].filter(Boolean).join(": ")),
  ];
  const state = formatCheckedState(health.health.status, listCheckedNames(health.health));
  const said = [state, ...facts].filter(Boolean).join(", ");
  return [[joinWords(health.name, health.version), said].filter(Boolean).join(": ")];
}

/** Escapes names so that they are not rendered as icons. */
const plain = (text: string) => text.replaceAll("$(", "$ (");

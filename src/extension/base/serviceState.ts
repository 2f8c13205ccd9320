import * as l10n from "@vscode/l10n";
import { knownState, readStateWord, type UnknownState } from "../../contract/received.ts";

type ServiceState = string | UnknownState | undefined;

/** The states of servers, deployments, health checks, test runs, installations and accounts. */
const states: Readonly<Record<string, string>> = {
  draft: l10n.t("draft"),
  generating: l10n.t("generating"),
  ready: l10n.t("ready"),
  queued: l10n.t("queued"),
  building: l10n.t("building"),
  starting: l10n.t("starting"),
  running: l10n.t("running"),
  degraded: l10n.t("degraded"),
  failed: l10n.t("failed"),
  stopped: l10n.t("stopped"),
  superseded: l10n.t("replaced"),
  healthy: l10n.t("healthy"),
  unhealthy: l10n.t("unhealthy"),
  unknown: l10n.t("unknown"),
  passed: l10n.t("passed"),
  errored: l10n.t("errored"),
  skipped: l10n.t("skipped"),
  installing: l10n.t("installing"),
  installed: l10n.t("installed"),
  removed: l10n.t("removed"),
  missing: l10n.t("missing"),
  connected: l10n.t("connected"),
  expired: l10n.t("expired"),
  revoked: l10n.t("revoked"),
};

/**
 * The state as text for the user; the service's own word when the contract does not know it; undefined when the
 * service does not return it.
 */
export function formatState(state: ServiceState): string | undefined {
  return typeof state === "string" ? (states[state] ?? state) : readStateWord(state);
}

/** The icon of a state; all unknown states share one. */
export function findStateIcon<State extends string>(
  state: State | UnknownState | undefined,
  icons: Readonly<Record<State, string>>,
): string {
  const known = knownState(state);
  return known === undefined ? "question" : icons[known];
}

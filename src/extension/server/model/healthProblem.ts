import * as l10n from "@vscode/l10n";
import type { Deployment, DeploymentHealth } from "../../../contract/deployments.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatState } from "../../base/serviceState.ts";

/** The causes that the contract names, in the words of a row. */
const causes: Readonly<Record<string, string>> = {
  credential_missing: l10n.t("API asks for a credential"),
  credential_refused: l10n.t("API refuses the key"),
  credential_forbidden: l10n.t("API does not let the key read"),
  credential_host: l10n.t("host of the API not allowed to get the key"),
  api_failed: l10n.t("API fails"),
  api_not_found: l10n.t("API not found"),
  api_timeout: l10n.t("API does not answer in time"),
  api_unreachable: l10n.t("API not reached"),
};

/** The cause in the words of a row; undefined if the service does not name one that is known. */
export const formatHealthCause = (code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(causes, code) ? causes[code] : undefined;

/** What is wrong with a live deployment that runs: its cause, else its state; undefined: nothing is known to be wrong. */
export function formatHealthProblem(health: Deployment["health"]): string | undefined {
  if (!health || (health.status !== "degraded" && health.status !== "unhealthy")) return undefined;
  return formatHealthCause(health.code) ?? formatState(health.status);
}

const checkedParts: Readonly<Record<string, string>> = {
  process: l10n.t("process"),
  handshake: "MCP",
  tools: "MCP",
  api: "API",
};

/** A state with what was checked: `degraded (checked: process, MCP, API)`. Names that the service does not say are omitted. */
export function formatCheckedState(status: DeploymentHealth["status"], names: readonly (string | undefined)[]): string {
  const parts = names.flatMap((name) =>
    name === undefined ? [] : (Object.hasOwn(checkedParts, name) && checkedParts[name]) || name,
  );
  const checked = [...new Set(parts)].join(", ");
  return joinWords(formatState(status), checked && l10n.t`(checked: ${checked})`);
}

/** The names of the checks that have a result. */
export const listCheckedNames = ({ checks = [] }: Pick<DeploymentHealth, "checks">) =>
  checks.filter(({ status }) => status !== "unknown").map(({ name }) => name);

import type { Deployment, DeploymentHealth } from "../../contract/deployments.ts";
import { joinWords } from "../../text/joinWords.ts";
import { formatState } from "../foundation/serviceState.ts";

/** The causes that the contract names, in the words of a row. */
const causes: Readonly<Record<string, string>> = {
  credential_missing: "API asks for a credential",
  credential_refused: "API refuses the key",
  credential_forbidden: "API does not let the key read",
  credential_host: "host of the API not agreed to",
  api_failed: "API fails",
  api_timeout: "API does not answer in time",
  api_unreachable: "API not reached",
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
  process: "process",
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
  return joinWords(formatState(status), checked && `(checked: ${checked})`);
}

/** The names of the checks that have a result. */
export const listCheckedNames = ({ checks = [] }: Pick<DeploymentHealth, "checks">) =>
  checks.filter(({ status }) => status !== "unknown").map(({ name }) => name);

import { readApiCheckRequest } from "../../../contract/registry.ts";
import { createApiHealthCheck, type HealthCheck } from "../../deployments/health/apiHealthCheck.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import type { PlannedCase } from "../testPlan.ts";
import type { ApiContact } from "./apiContact.ts";
import { CaseNotRunError, UnexpectedResultError } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

/** The case of a version that can check its API: the same request as that of its health. */
export function listApiCheckCases({ manifest_json }: Pick<VersionRow, "manifest_json">): PlannedCase[] {
  const request = readApiCheckRequest(manifest_json);
  if (request === undefined) return [];
  return [{ id: "check:credentials", name: `Check of the credentials (${request})`, kind: "check", location: null }];
}

interface ApiCheckCaseContext {
  readonly client: Pick<TargetClient, "checkApi">;
  /** Makes text of the server fit to be shown. */
  readonly clean: (text: string) => string;
  readonly onChecked: (check: HealthCheck) => void;
  readonly api: ApiContact;
}

/** Returns what the API answered. Throws if it refuses the credential, or if that is not known. */
export async function runApiCheckCase(
  { client, clean, onChecked, api }: ApiCheckCaseContext,
  signal: AbortSignal,
): Promise<string> {
  const started = performance.now();
  const result = await client.checkApi(signal);
  if (!result) throw new CaseNotRunError("The code of this version cannot check its API.");
  const check = createApiHealthCheck(result, performance.now() - started, clean);
  onChecked(check);
  const { status, message, code } = check;
  if (status !== "unknown" && code !== "credential_host") api.note(code, result.variables.join(" and "));
  if (status === "healthy") return message;
  if (status === "unknown") throw new CaseNotRunError(message);
  // An API that does not answer does not refuse the credential.
  if (code?.startsWith("api_")) throw new CaseNotRunError(message, code);
  throw new UnexpectedResultError(message, `${result.request}: 200`, message, code);
}

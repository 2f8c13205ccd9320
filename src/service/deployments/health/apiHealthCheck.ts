import type { Agent } from "node:http";
import type { DeploymentHealthResource } from "../../../contract/deployments.ts";
import { type ApiCheckResult, apiCheckPath, apiCheckResultSchema } from "../../../runtime/check/apiCheckResult.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { readServerJson } from "../../mcp/serverEndpoint.ts";

export type HealthCheck = DeploymentHealthResource["checks"][number];

/** Lets a server check its API; undefined: its code has no such check. */
export async function requestApiCheck(agent: Agent, signal: AbortSignal): Promise<ApiCheckResult | undefined> {
  const answer = await readServerJson({ agent, path: apiCheckPath, limit: 64 * 1024 }, signal);
  return apiCheckResultSchema.safeParse(answer).data;
}

/** The causes that a client can act on. */
type Cause = NonNullable<HealthCheck["code"]>;
type Finding = Pick<HealthCheck, "status" | "message" | "code">;

const degraded = (code: Cause, message: string): Finding => ({ status: "degraded", code, message });
const unknown = (message: string, code?: Cause): Finding => ({
  status: "unknown",
  message,
  ...(code !== undefined && { code }),
});

/** The check of the API in a deployment's health. An answer that does not show whether the credential is accepted is `unknown`. */
export function createApiHealthCheck(
  result: ApiCheckResult,
  latencyMs: number,
  clean: (text: string) => string,
): HealthCheck {
  const { message, ...finding } = judgeResult(result);
  const checkedAt = new Date().toISOString();
  return { name: "api", ...finding, message: clean(message), latencyMs: Math.round(latencyMs * 10) / 10, checkedAt };
}

function judgeResult({ request: called, variables, outcome }: ApiCheckResult): Finding {
  switch (outcome.kind) {
    case "answered":
      return judgeAnswer(outcome, called, variables.join(" and "));
    case "credentialMissing":
      return unknown(`Not checked. ${outcome.message}`, "credential_missing");
    case "hostNotAgreed":
      return degraded("credential_host", outcome.message);
    case "timeout":
      return degraded("api_timeout", outcome.message);
    case "unreachable":
      return degraded("api_unreachable", outcome.message);
    case "failed":
      return degraded("api_failed", outcome.message);
    case "off":
      return unknown("Switched off by API_CHECK.");
  }
}

function judgeAnswer(
  { host, status }: { readonly host: string; readonly status: number },
  called: string,
  credential: string,
): Finding {
  const answer = `${called}: ${status}`;
  if (status < 400) return { status: "healthy", message: answer };
  if (status === 401)
    return credential === ""
      ? degraded("credential_missing", `${host} asks for a credential (${answer})`)
      : degraded("credential_refused", `${host} refuses ${credential} (${answer})`);
  if (status === 403)
    return degraded(
      "credential_forbidden",
      joinWords(host, "does not let", credential || "this server", `read this (${answer})`),
    );
  // The request names no id, so an address that the API does not have is the likely cause.
  if (status === 404) return degraded("api_not_found", `${host} has nothing there (${answer})`);
  if (status >= 500) return degraded("api_failed", `${host} fails (${answer})`);
  return unknown(`${answer}, which does not show whether the credential is accepted`);
}

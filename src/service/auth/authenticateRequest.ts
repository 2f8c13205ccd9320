import type { ApiKeyScope } from "../../contract/operation.ts";
import type { Caller, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { authenticateApiKey } from "./apiKeys.ts";

/** Returns the caller of `Authorization: Bearer <API key>`, in the organization that the request names. */
export function authenticateRequest(
  context: ServiceContext,
  header: string | undefined,
  organizationId: string | undefined,
): Caller {
  const key = readBearerToken(header);
  const caller = key === undefined ? undefined : authenticateApiKey(context, key, organizationId);
  if (caller) return caller;
  const missing = header === undefined;
  throw new ServiceProblem(
    "unauthenticated",
    missing ? "Send `Authorization: Bearer <API key>`." : "This API key is unknown, deleted or expired.",
    {
      headers: {
        "WWW-Authenticate": missing ? 'Bearer realm="fairlead"' : 'Bearer realm="fairlead", error="invalid_token"',
      },
    },
  );
}

/** The token of `Authorization: Bearer <token>`. */
export function readBearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}

export function checkScope(caller: Caller, scope: ApiKeyScope): void {
  if (caller.scopes.includes(scope)) return;
  throw new ServiceProblem("forbidden", `The API key "${caller.keyName}" does not have the scope "${scope}".`, {
    headers: { "WWW-Authenticate": `Bearer realm="fairlead", error="insufficient_scope", scope="${scope}"` },
  });
}

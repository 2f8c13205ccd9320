import { isSettableHeader } from "../../contract/dialectProfile.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Credential } from "../connect/credentials.ts";
import { isTenantHeader } from "../connect/tenant.ts";
import { followed, type OpenApi } from "./openApi.ts";

/** The ways to send a key that a document names; never in a URL, and none for passwords. */
export function waysIn({ root }: OpenApi): readonly Credential[] {
  const { components, securityDefinitions } = root;
  const schemes = (isRecord(components) ? components.securitySchemes : undefined) ?? securityDefinitions;
  if (!isRecord(schemes)) return [];
  return Object.values(schemes).flatMap((given) => {
    const scheme = followed(root, given);
    return isRecord(scheme) ? wayOf(scheme) : [];
  });
}

function wayOf({ type, name, scheme, description, ...rest }: UnknownRecord): readonly Credential[] {
  if (type === "http" && typeof scheme === "string" && !/^(?:basic|digest|negotiate|hoba|mutual)$/i.test(scheme))
    return [{ header: "Authorization", scheme: /^bearer$/i.test(scheme) ? "Bearer" : scheme.slice(0, 50) }];
  if (type === "oauth2" || type === "openIdConnect") return [{ header: "Authorization", scheme: "Bearer" }];
  if (type !== "apiKey" || rest.in !== "header" || typeof name !== "string" || !isSettableHeader(name)) return [];
  if (isTenantHeader(name)) return [];
  if (!/^authorization$/i.test(name)) return [{ header: name }];
  // What stands before the key is told in words alone.
  const told = /\b(bearer|token|api-?key|key)\s+[<{[$"'`*A-Z]/i.exec(String(description ?? ""))?.[1];
  return told === undefined ? [{ header: name }, { header: name, scheme: "Token" }] : [{ header: name, scheme: told }];
}

import type { TokenEndpoint } from "../../client/errors.ts";
import { isSettableHeader, isTokenUrl } from "../../contract/dialectProfile.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Credential } from "../connect/credentials.ts";
import { isTenantHeader } from "../connect/namedHeaders.ts";
import { followed, type OpenApi } from "./openApi.ts";

/** How a document says that a service is called. */
export interface DocumentedSecurity {
  /** The ways to send a key; never in a URL, and none for passwords. */
  readonly ways: readonly Credential[];
  readonly isBasicNamed: boolean;
  /** Of OAuth client credentials. */
  readonly tokenEndpoint: TokenEndpoint | undefined;
}

export const noSecurity: DocumentedSecurity = { ways: [], isBasicNamed: false, tokenEndpoint: undefined };

/** `base` is what a relative token address is resolved against. */
export function readSecurity({ root }: OpenApi, base: URL): DocumentedSecurity {
  const { components, securityDefinitions } = root;
  const given = (isRecord(components) ? components.securitySchemes : undefined) ?? securityDefinitions;
  if (!isRecord(given)) return noSecurity;
  const schemes = Object.values(given)
    .map((scheme) => followed(root, scheme))
    .filter(isRecord);
  return {
    ways: schemes.flatMap(wayOf),
    isBasicNamed: schemes.some(isBasic),
    tokenEndpoint: schemes.map((scheme) => readTokenEndpoint(scheme, base)).find((endpoint) => endpoint !== undefined),
  };
}

/** OpenAPI 3.x, or 2.0. */
function isBasic({ type, scheme }: UnknownRecord): boolean {
  return type === "basic" || (type === "http" && typeof scheme === "string" && /^basic$/i.test(scheme));
}

/** `flows.clientCredentials` of OpenAPI 3.x, or the flow `application` of 2.0. */
function readTokenEndpoint({ type, flows, ...scheme }: UnknownRecord, base: URL): TokenEndpoint | undefined {
  if (type !== "oauth2") return undefined;
  const documented = isRecord(flows) ? flows.clientCredentials : scheme;
  if (!isRecord(documented) || (documented === scheme && scheme.flow !== "application")) return undefined;
  const { tokenUrl, scopes } = documented;
  const url = typeof tokenUrl === "string" ? URL.parse(tokenUrl, base.href)?.href : undefined;
  if (url === undefined || !isTokenUrl(url)) return undefined;
  return { tokenUrl: url, scopes: isRecord(scopes) ? Object.keys(scopes).slice(0, 100) : [] };
}

function wayOf({ type, name, scheme, description, ...rest }: UnknownRecord): readonly Credential[] {
  if (type === "http" && typeof scheme === "string" && !/^(?:basic|digest|negotiate|hoba|mutual)$/i.test(scheme))
    return [{ header: "Authorization", scheme: /^bearer$/i.test(scheme) ? "Bearer" : scheme.slice(0, 50) }];
  if (type === "oauth2" || type === "openIdConnect") return [{ header: "Authorization", scheme: "Bearer" }];
  if (type !== "apiKey" || rest.in !== "header" || typeof name !== "string" || !isSettableHeader(name)) return [];
  if (isTenantHeader(name)) return [];
  if (!/^authorization$/i.test(name)) return [{ header: name }];
  // Only words say what stands before the key.
  const word = /\b(bearer|token|api-?key|key)\s+[<{[$"'`*A-Z]/i.exec(String(description ?? ""))?.[1];
  return word === undefined ? [{ header: name }, { header: name, scheme: "Token" }] : [{ header: name, scheme: word }];
}

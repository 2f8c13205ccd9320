import type { ServerVariable } from "../../contract/servers.ts";
import type { SecurityScheme } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { followObjectReference, isMissingNode } from "../document/references.ts";
import { type AccountEndpoints, readAccountEndpoints } from "./accountScheme.ts";
import { toVariableName } from "./variableNames.ts";

/** A security scheme and the variables its credential comes from. */
export interface CredentialScheme {
  readonly scheme: SecurityScheme;
  readonly variables: readonly SchemeVariable[];
  /** Those among them that may be empty. */
  readonly optional: readonly string[];
  /** Where an account can be connected instead of setting the variable of a token. */
  readonly account?: AccountEndpoints;
}

type SchemeVariable = Pick<ServerVariable, "name" | "secret" | "description">;

/** The schemes of the document by their keys. `base` is the API's URL, which relative addresses start from. */
export function readCredentialSchemes(
  document: OpenapiDocument,
  base: string,
  report: ReportProblem,
): Map<string, CredentialScheme> {
  const { root, family } = document;
  const swagger = family === "2.0";
  const place = swagger ? "/securityDefinitions" : "/components/securitySchemes";
  const declared = asObject(swagger ? root.securityDefinitions : asObject(root.components).securitySchemes);
  const prefixes = new Set<string>();
  const schemes = new Map<string, CredentialScheme>();
  for (const [key, value] of Object.entries(declared)) {
    const found = followObjectReference(root, { value, pointer: appendToPointer(place, key) });
    const prefix = freePrefix(key, prefixes);
    const read = isMissingNode(found)
      ? undefined
      : readScheme(found.value, prefix, () => readAccountEndpoints(found, base, report));
    if (read) schemes.set(key, read);
    else
      report(
        createWarningProblem(
          "security_scheme_ignored",
          `The security scheme "${key}" is of a kind that cannot be sent.`,
          appendToPointer(place, key),
        ),
      );
  }
  return schemes;
}

function freePrefix(key: string, taken: Set<string>): string {
  const wanted = toVariableName(key) || "API";
  let prefix = wanted;
  for (let number = 2; taken.has(prefix); number += 1) prefix = `${wanted}_${number}`;
  taken.add(prefix);
  return prefix;
}

function readScheme(
  value: JsonObject,
  prefix: string,
  account: () => AccountEndpoints | undefined,
): CredentialScheme | undefined {
  const said = cleanLine(value.description, 200);
  const type = asText(value.type).toLowerCase();
  const http = asText(value.scheme).toLowerCase();
  if (type === "apikey") return apiKey(value, prefix, said);
  if (type === "oauth2" || type === "openidconnect")
    return withAccount(bearer(prefix, said || "An OAuth access token."), prefix, account());
  if (type === "basic" || (type === "http" && http === "basic")) return basic(prefix, said);
  if (type === "http" && (http === "bearer" || http === "")) return bearer(prefix, said || "A bearer token.");
  if (type === "http")
    return createAuthorizationScheme(prefix, `The whole value of the Authorization header, beginning with "${http}".`);
  return undefined;
}

function apiKey(value: JsonObject, prefix: string, said: string): CredentialScheme | undefined {
  const name = asText(value.name);
  const place = value.in === "header" || value.in === "query" || value.in === "cookie" ? value.in : undefined;
  if (name === "" || !place) return undefined;
  const variable = `${prefix}_API_KEY`;
  const description = said || `The API key, sent as ${place === "query" ? "query parameter" : place} ${name}.`;
  return {
    scheme: { kind: "apiKey", in: place, name, variable },
    variables: [{ name: variable, secret: true, description }],
    optional: [],
  };
}

/** The scheme that stands for a header `Authorization` which operations declare as a parameter: a model must not hold it. */
export function createAuthorizationScheme(prefix: string, description: string): CredentialScheme {
  const variable = `${prefix}_API_KEY`;
  return {
    scheme: { kind: "apiKey", in: "header", name: "Authorization", variable },
    variables: [{ name: variable, secret: true, description }],
    optional: [],
  };
}

function bearer(prefix: string, description: string) {
  const variable = `${prefix}_TOKEN`;
  const variables: readonly SchemeVariable[] = [{ name: variable, secret: true, description }];
  return { scheme: { kind: "bearer", variable }, variables, optional: [] } as const;
}

/** An account in place of the token: then nothing has to be set before the server can run. */
function withAccount(
  token: ReturnType<typeof bearer>,
  prefix: string,
  account: AccountEndpoints | undefined,
): CredentialScheme {
  if (!account) return token;
  const provider = URL.parse(account.tokenUrl ?? account.openIdConnectUrl ?? "")?.host ?? "";
  const client: readonly SchemeVariable[] = [
    {
      name: `${prefix}_CLIENT_ID`,
      secret: false,
      description: `The id of the client registered at ${provider}, for connecting an account.`,
    },
    {
      name: `${prefix}_CLIENT_SECRET`,
      secret: true,
      description: `That client's secret, where ${provider} gave it one.`,
    },
  ];
  const variables = [...client, ...token.variables];
  return {
    scheme: { ...token.scheme, account: provider },
    variables,
    optional: variables.map(({ name }) => name),
    account,
  };
}

function basic(prefix: string, said: string): CredentialScheme {
  const [user, password] = [`${prefix}_USERNAME`, `${prefix}_PASSWORD`];
  return {
    scheme: { kind: "basic", user, password },
    optional: [password],
    variables: [
      { name: user, secret: false, description: said || "The user name." },
      { name: password, secret: true, description: "The password; empty where a key stands as the user name." },
    ],
  };
}

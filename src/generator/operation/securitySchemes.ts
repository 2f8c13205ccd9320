import type { Variable } from "../../contract/servers.ts";
import type { SecurityScheme } from "../../runtime/definition.ts";
import { cleanLine } from "../document/cleanText.ts";
import { pointerTo } from "../document/jsonPointer.ts";
import { asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { type Report, warning } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { followObject, isMissing } from "../document/references.ts";
import { type AccountPlace, accountPlace } from "./accountScheme.ts";
import { variableName } from "./variableNames.ts";

/** A security scheme and the variables its credential comes from. */
export interface ReadScheme {
  readonly scheme: SecurityScheme;
  readonly variables: readonly SchemeVariable[];
  /** Those among them that may be empty. */
  readonly optional: readonly string[];
  /** Where an account can be connected instead of setting the variable of a token. */
  readonly account?: AccountPlace;
}

type SchemeVariable = Pick<Variable, "name" | "secret" | "description">;

/** The schemes of the document by their keys. `base` is the API's URL, which relative addresses start from. */
export function readSchemes(document: OpenapiDocument, base: string, report: Report): Map<string, ReadScheme> {
  const { root, family } = document;
  const swagger = family === "2.0";
  const place = swagger ? "/securityDefinitions" : "/components/securitySchemes";
  const declared = asObject(swagger ? root.securityDefinitions : asObject(root.components).securitySchemes);
  const prefixes = new Set<string>();
  const schemes = new Map<string, ReadScheme>();
  for (const [key, value] of Object.entries(declared)) {
    const found = followObject(root, { value, pointer: pointerTo(place, key) });
    const prefix = freePrefix(key, prefixes);
    const read = isMissing(found)
      ? undefined
      : readScheme(found.value, prefix, () => accountPlace(found, base, report));
    if (read) schemes.set(key, read);
    else
      report(
        warning(
          "security_scheme_ignored",
          `The security scheme "${key}" is of a kind that cannot be sent.`,
          pointerTo(place, key),
        ),
      );
  }
  return schemes;
}

function freePrefix(key: string, taken: Set<string>): string {
  const wanted = variableName(key) || "API";
  let prefix = wanted;
  for (let number = 2; taken.has(prefix); number += 1) prefix = `${wanted}_${number}`;
  taken.add(prefix);
  return prefix;
}

function readScheme(
  value: JsonObject,
  prefix: string,
  account: () => AccountPlace | undefined,
): ReadScheme | undefined {
  const said = cleanLine(value.description, 200);
  const type = asText(value.type).toLowerCase();
  const http = asText(value.scheme).toLowerCase();
  if (type === "apikey") return apiKey(value, prefix, said);
  if (type === "oauth2" || type === "openidconnect")
    return withAccount(bearer(prefix, said || "An OAuth access token."), prefix, account());
  if (type === "basic" || (type === "http" && http === "basic")) return basic(prefix, said);
  if (type === "http" && (http === "bearer" || http === "")) return bearer(prefix, said || "A bearer token.");
  if (type === "http")
    return authorizationHeader(prefix, `The whole value of the Authorization header, beginning with "${http}".`);
  return undefined;
}

function apiKey(value: JsonObject, prefix: string, said: string): ReadScheme | undefined {
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
export function authorizationHeader(prefix: string, description: string): ReadScheme {
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
function withAccount(token: ReturnType<typeof bearer>, prefix: string, account: AccountPlace | undefined): ReadScheme {
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

function basic(prefix: string, said: string): ReadScheme {
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

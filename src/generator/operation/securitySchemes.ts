import type { ServerVariable } from "../../contract/servers.ts";
import type { SecurityScheme } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { followObjectReference, isMissingNode } from "../document/references.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { type AccountEndpoints, readAccountEndpoints } from "./accountScheme.ts";
import { toVariableName } from "./variableNames.ts";

/** A security scheme and the variables its credential comes from. */
export interface CredentialScheme {
  readonly scheme: SecurityScheme & { readonly hosts: string };
  readonly variables: readonly SchemeVariable[];
  /** The variables that may be empty. */
  readonly optional: readonly string[];
  /** Comes from a header parameter of operations, not from the document's schemes. */
  readonly parameter?: true;
  /** The endpoints for connecting an account instead of setting a token variable. */
  readonly account?: AccountEndpoints;
}

type SchemeVariable = Pick<ServerVariable, "name" | "secret" | "description">;

/** Reads the document's schemes by key. `base` is the API's URL, against which relative URLs are resolved. */
export function readCredentialSchemes(
  document: OpenapiDocument,
  base: string,
  report: ReportProblem,
): Map<string, CredentialScheme> {
  const { root, family } = document;
  const swagger = family === "2.0";
  const schemesPointer = swagger ? "/securityDefinitions" : "/components/securitySchemes";
  const declared = asObject(swagger ? root.securityDefinitions : asObject(root.components).securitySchemes);
  const prefixes = new Set<string>();
  const schemes = new Map<string, CredentialScheme>();
  for (const [key, value] of Object.entries(declared)) {
    const found = followObjectReference(root, { value, pointer: appendToPointer(schemesPointer, key) });
    const prefix = createUniqueName(toPrefix(key) || "API", (name) => prefixes.has(name));
    prefixes.add(prefix);
    const read = isMissingNode(found)
      ? undefined
      : readScheme(found.value, prefix, () => readAccountEndpoints(found, base, report));
    if (read) schemes.set(key, read);
    else
      report(
        createWarningProblem(
          "security_scheme_ignored",
          `The security scheme "${key}" is of a kind that cannot be sent.`,
          appendToPointer(schemesPointer, key),
        ),
      );
  }
  return schemes;
}

/** The names of server variables begin with `API_VARIABLE_`, so no credential's does. */
const toPrefix = (key: string) => toVariableName(key).replace(/^API_VARIABLE(?=_|$)/, "VARIABLE");

function readScheme(
  value: JsonObject,
  prefix: string,
  account: () => AccountEndpoints | undefined,
): CredentialScheme | undefined {
  const declaredDescription = cleanLine(value.description, 200);
  const type = asText(value.type).toLowerCase();
  const http = asText(value.scheme).toLowerCase();
  if (type === "apikey") return createApiKeyScheme(value, prefix, declaredDescription);
  if (type === "oauth2" || type === "openidconnect")
    return addAccount(createBearerScheme(prefix, declaredDescription || "An OAuth access token."), prefix, account());
  if (type === "basic" || (type === "http" && http === "basic")) return createBasicScheme(prefix, declaredDescription);
  if (type === "http" && (http === "bearer" || http === ""))
    return createBearerScheme(prefix, declaredDescription || "A bearer token.");
  if (type === "http")
    return createAuthorizationScheme(prefix, `The whole value of the Authorization header, beginning with "${http}".`);
  return undefined;
}

/** The variable with the hosts that receive a credential. Its end differs from the runtime's own `ALLOWED_HOSTS`. */
const toHostsVariable = (prefix: string) => `${prefix}_API_HOSTS`;

function createApiKeyScheme(
  value: JsonObject,
  prefix: string,
  declaredDescription: string,
): CredentialScheme | undefined {
  const name = asText(value.name);
  const location = value.in === "header" || value.in === "query" || value.in === "cookie" ? value.in : undefined;
  if (name === "" || !location) return undefined;
  const variable = `${prefix}_API_KEY`;
  const description =
    declaredDescription || `The API key, sent as ${location === "query" ? "query parameter" : location} ${name}.`;
  return {
    scheme: { kind: "apiKey", in: location, name, variable, hosts: toHostsVariable(prefix) },
    variables: [{ name: variable, secret: true, description }],
    optional: [],
  };
}

/** The scheme for a header `Authorization` that operations declare as a parameter. A model must not receive its value. */
export function createAuthorizationScheme(prefix: string, description: string): CredentialScheme {
  const variable = `${prefix}_API_KEY`;
  return {
    scheme: { kind: "apiKey", in: "header", name: "Authorization", variable, hosts: toHostsVariable(prefix) },
    variables: [{ name: variable, secret: true, description }],
    optional: [],
  };
}

function createBearerScheme(prefix: string, description: string) {
  const variable = `${prefix}_TOKEN`;
  const variables: readonly SchemeVariable[] = [{ name: variable, secret: true, description }];
  return { scheme: { kind: "bearer", variable, hosts: toHostsVariable(prefix) }, variables, optional: [] } as const;
}

/** Makes all variables optional, because a connected account replaces the token. */
function addAccount(
  token: ReturnType<typeof createBearerScheme>,
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

function createBasicScheme(prefix: string, declaredDescription: string): CredentialScheme {
  const [user, password] = [`${prefix}_USERNAME`, `${prefix}_PASSWORD`];
  return {
    scheme: { kind: "basic", user, password, hosts: toHostsVariable(prefix) },
    optional: [password],
    variables: [
      { name: user, secret: false, description: declaredDescription || "The user name." },
      { name: password, secret: true, description: "The password; empty where a key stands as the user name." },
    ],
  };
}

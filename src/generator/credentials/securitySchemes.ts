import type { ServerVariable } from "../../contract/servers.ts";
import type { SecurityScheme } from "../../runtime/definition.ts";
import { endSentence } from "../../text/language/endSentence.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { followObjectReference, isMissingNode } from "../document/references.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { toCredentialVariableName, toVariableName } from "../operation/variableNames.ts";
import { type AccountEndpoints, readAccountEndpoints } from "./accountScheme.ts";
import type { AuthorizationPrefix, FindAuthorizationPrefix } from "./authorizationPrefix.ts";

/** A security scheme and the variables its credential comes from. */
export interface CredentialScheme {
  readonly scheme: SecurityScheme & { readonly hosts: string };
  readonly variables: readonly SchemeVariable[];
  /** A page that says where to find the credential. */
  readonly documentation?: string | undefined;
  /** Comes from a parameter of operations, not from the document's schemes. */
  readonly parameter?: true;
  /** Operations name it, but the document does not declare it. */
  readonly undeclared?: true;
  /** The endpoints for connecting an account instead of setting a token variable. */
  readonly account?: AccountEndpoints;
}

interface SchemeVariable extends Pick<ServerVariable, "name" | "secret" | "description"> {
  readonly sentAs: string;
  /** Where the value goes, if not to the API. */
  readonly sentTo?: readonly string[];
  /** May be empty although the scheme is required. */
  readonly optional?: true;
  /** The name of the variable in versions that were generated before it was renamed. */
  readonly formerName?: string;
}

/** Creates a scheme whose variables begin with the prefix. */
type CreateScheme = (prefix: string) => CredentialScheme;

interface SchemeContext {
  /** The API's URL, against which relative URLs are resolved. */
  readonly base: string;
  readonly findPrefix: FindAuthorizationPrefix;
  readonly report: ReportProblem;
}

/** The schemes of the document as they stand there. */
export const listDeclaredSchemes = ({ root, family }: OpenapiDocument): JsonObject =>
  asObject(family === "2.0" ? root.securityDefinitions : asObject(root.components).securitySchemes);

/** Reads the document's schemes by key. */
export function readCredentialSchemes(
  document: OpenapiDocument,
  { base, findPrefix, report }: SchemeContext,
): Map<string, CredentialScheme> {
  const { root, family } = document;
  const schemesPointer = family === "2.0" ? "/securityDefinitions" : "/components/securitySchemes";
  const declared = listDeclaredSchemes(document);
  const documentUrl = asText(asObject(root.externalDocs).url);
  const taken = new Set<string>();
  const schemes = new Map<string, CredentialScheme>();
  for (const [key, value] of Object.entries(declared)) {
    const found = followObjectReference(root, { value, pointer: appendToPointer(schemesPointer, key) });
    const create = isMissingNode(found)
      ? undefined
      : readScheme(found.value, findPrefix, () => readAccountEndpoints(found, base, report));
    if (!create || isMissingNode(found)) {
      report(
        createWarningProblem(
          "security_scheme_ignored",
          `The security scheme "${key}" is of a kind that cannot be sent.`,
          appendToPointer(schemesPointer, key),
        ),
      );
      continue;
    }
    const isTaken = (prefix: string) => listVariableNames(create(prefix)).some((name) => taken.has(name));
    const scheme = create(createUniqueName(toPrefix(key) || "API", isTaken));
    for (const name of listVariableNames(scheme)) taken.add(name);
    const documentation = findDocumentation(asText(found.value.description), documentUrl);
    schemes.set(key, { ...scheme, ...(documentation !== undefined && { documentation }) });
  }
  return schemes;
}

/** The names of the variables of a scheme, in this version and before. */
export const listVariableNames = ({ scheme, variables }: CredentialScheme): string[] => [
  scheme.hosts,
  ...variables.flatMap(({ name, formerName = name }) => [name, formerName]),
];

/** The first link of a scheme's description, else the page of the document. */
function findDocumentation(description: string, documentUrl: string): string | undefined {
  const [linked = documentUrl] = /https?:\/\/[^\s<>()[\]"'`]+/.exec(description.slice(0, 10_000)) ?? [];
  const url = URL.parse(linked.replace(/[.,;:!?*_]+$/, ""));
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return url.href.length > 500 ? undefined : url.href;
}

/** The names of server variables begin with `API_VARIABLE_`, so no credential's does. */
const toPrefix = (key: string) => toVariableName(key).replace(/^API_VARIABLE(?=_|$)/, "VARIABLE");

function readScheme(
  value: JsonObject,
  findPrefix: FindAuthorizationPrefix,
  readAccount: () => AccountEndpoints | undefined,
): CreateScheme | undefined {
  const description = cleanLine(value.description, 200);
  const type = asText(value.type).toLowerCase();
  const http = asText(value.scheme).toLowerCase();
  if (type === "apikey") return readApiKeyScheme(value, findPrefix, description);
  if (type === "oauth2" || type === "openidconnect") {
    const account = readAccount();
    const text = description || "An OAuth access token.";
    return (prefix) =>
      account
        ? createAccountScheme(prefix, text, account)
        : createBearerScheme(text, prefix, createValueVariable(prefix, "TOKEN"));
  }
  if (type === "basic" || (type === "http" && http === "basic"))
    return (prefix) => createBasicScheme(prefix, description);
  if (type === "http" && (http === "bearer" || http === ""))
    return (prefix) => createBearerScheme(description, prefix, createValueVariable(prefix, "TOKEN"));
  if (type === "http")
    return (prefix) =>
      createAuthorizationScheme(prefix, `The whole value of the Authorization header, beginning with "${http}".`);
  return undefined;
}

/** The variable with the hosts that receive a credential. Its end differs from the runtime's own `ALLOWED_HOSTS`. */
const toHostsVariable = (prefix: string) => `${prefix}_API_HOSTS`;

function readApiKeyScheme(
  value: JsonObject,
  findPrefix: FindAuthorizationPrefix,
  declaredDescription: string,
): CreateScheme | undefined {
  const name = asText(value.name);
  const location = value.in === "header" || value.in === "query" || value.in === "cookie" ? value.in : undefined;
  if (name === "" || !location) return undefined;
  const sent: SentKey = { in: location, name, prefix: isAuthorization(location, name) ? findPrefix(value) : undefined };
  return (prefix) => createApiKeyScheme(prefix, sent, declaredDescription);
}

const isAuthorization = (location: string, name: string) =>
  location === "header" && name.toLowerCase() === "authorization";

/** A header beside the key that selects a version of the API: `Plaid-Version`. */
const isVersion = (location: string, name: string) => location === "header" && /version$/i.test(name);

/** How a key is sent. */
interface SentKey {
  readonly in: "header" | "query" | "cookie" | "body";
  readonly name: string;
  readonly prefix?: AuthorizationPrefix | undefined;
  /** Not so for a name beside the key. */
  readonly secret?: boolean;
}

function createApiKeyScheme(prefix: string, sent: SentKey, purpose: string): CredentialScheme {
  const { in: location, name, prefix: word } = sent;
  const isSecret = sent.secret ?? true;
  const formerName = `API_PARAMETER_${toVariableName(name)}`;
  const variable = isSecret
    ? { ...createValueVariable(prefix, "API_KEY"), secret: !isVersion(location, name) }
    : { name: prefix, secret: false, formerName };
  const description = isAuthorization(location, name) ? `${endSentence(purpose)} ${describePrefix(word)}` : purpose;
  return {
    scheme: {
      kind: "apiKey",
      in: location,
      name,
      variable: variable.name,
      hosts: toHostsVariable(prefix),
      ...(word && { prefix: word.word }),
      ...(!variable.secret && { secret: false as const }),
    },
    variables: [{ ...variable, description, sentAs: `${location} ${cleanLine(name, 100)}` }],
  };
}

const describePrefix = (prefix: AuthorizationPrefix | undefined) =>
  prefix
    ? `"${prefix.word}" is added before a value of one word, because ${prefix.source} says so.`
    : "It is the whole value of the header: write Bearer, or the word that the API wants, before the key. The document does not say which.";

function createValueVariable(
  prefix: string,
  field: "API_KEY" | "TOKEN",
): Omit<SchemeVariable, "description" | "sentAs"> {
  const name = toCredentialVariableName(prefix, field);
  const formerName = `${prefix}_${field}`;
  return { name, secret: true, ...(formerName !== name && { formerName }) };
}

/** The description names the word. */
const createAuthorizationScheme = (prefix: string, description: string): CredentialScheme => {
  const { scheme, variables } = createApiKeyScheme(prefix, { in: "header", name: "Authorization" }, "");
  return { scheme, variables: variables.map((variable) => ({ ...variable, description })) };
};

/** The scheme for a credential that operations declare as a parameter. A model must not receive its value. */
export function createParameterScheme(prefix: string, sent: SentKey): CredentialScheme {
  const { in: location, name } = sent;
  const purpose = isAuthorization(location, name)
    ? "The credential of the header Authorization."
    : `The whole value of the ${location} parameter ${cleanLine(name, 100)}.`;
  return { ...createApiKeyScheme(prefix, sent, purpose), parameter: true };
}

function createBearerScheme(
  description: string,
  prefix: string,
  variable: ReturnType<typeof createValueVariable>,
): CredentialScheme {
  return {
    scheme: { kind: "bearer", variable: variable.name, hosts: toHostsVariable(prefix) },
    variables: [{ ...variable, description, sentAs: "bearer token" }],
  };
}

/** All variables are optional, because a connected account replaces the token. Their names differ only in their ends. */
function createAccountScheme(prefix: string, description: string, account: AccountEndpoints): CredentialScheme {
  const provider = URL.parse(account.tokenUrl ?? account.openIdConnectUrl ?? "")?.host ?? "";
  const token = `${prefix}_TOKEN`;
  const client: readonly SchemeVariable[] = [
    {
      name: `${prefix}_CLIENT_ID`,
      secret: false,
      description: `The id of the client registered at ${provider}, for connecting an account.`,
      sentAs: "OAuth client id",
      sentTo: [provider],
    },
    {
      name: `${prefix}_CLIENT_SECRET`,
      secret: true,
      description: `That client's secret, where ${provider} gave it one.`,
      sentAs: "OAuth client secret",
      sentTo: [provider],
    },
  ];
  const variables = [...client, { name: token, secret: true, description, sentAs: "bearer token" }];
  return {
    scheme: { kind: "bearer", variable: token, hosts: toHostsVariable(prefix), account: provider },
    variables: variables.map((variable) => ({ ...variable, optional: true })),
    account,
  };
}

function createBasicScheme(prefix: string, declaredDescription: string): CredentialScheme {
  const [user, password] = [`${prefix}_USER`, `${prefix}_PASSWORD`];
  return {
    scheme: { kind: "basic", user, password, hosts: toHostsVariable(prefix) },
    variables: [
      {
        name: user,
        secret: false,
        description: declaredDescription || "The user name.",
        sentAs: "Basic user",
        formerName: `${prefix}_USERNAME`,
      },
      {
        name: password,
        secret: true,
        description: "The password. An API that takes a key as the user name accepts any text, such as x.",
        sentAs: "Basic password",
      },
    ],
  };
}

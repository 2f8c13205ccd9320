import { asList, asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";

/** The word that stands before a key in the header `Authorization`, such as `Bearer`. */
export interface AuthorizationPrefix {
  readonly word: string;
  /** The text of the document that says so, as in `the description of its scheme`. */
  readonly source: string;
}

/** Finds the word for a scheme of the document, else for what operations have as a parameter. */
export type FindAuthorizationPrefix = (scheme?: JsonObject) => AuthorizationPrefix | undefined;

const headerName = /authorization["'`]*\s*:\s*["'`]?/.source;
const knownWord = /(bearer|token|basic|oauth|jwt|api-?key)/.source;

/** Only plain statements count. A placeholder with `=` is not the key alone: `Token token=<key>`. */
const statements: readonly RegExp[] = [
  new RegExp(
    `(?:${headerName}|["'\`]|(?:^|[:\\u2013-]) ?)([a-z][\\w-]{1,30}) +(?:<{1,2}[^<>=]{1,60}>|\\{[^{}=]{1,60}\\}|\\[[^[\\]=]{1,60}\\])`,
    "i",
  ),
  new RegExp(`${headerName}${knownWord} +\\$?[\\w.-]+(?![\\w.=-])`, "i"),
  new RegExp(`["'\`]${knownWord} +\\$?[\\w.-]+["'\`]`, "i"),
  /(?:prefix(?:ed)?|prepended|begin(?:s|ning)?|start(?:s|ing)?|word|string)(?: with| by)?(?: the)?(?: (?:word|string|prefix))?:? ["'`]([a-z][\w-]{1,30}) ?["'`]/i,
  /\b(bearer) (?:token )?(?:scheme|authentication|authorization)\b/i,
];

function readPrefix(text: unknown): string | undefined {
  const start = asText(text).slice(0, 20_000);
  const [word] = statements.flatMap((statement) => statement.exec(start)?.[1] ?? []);
  return word !== undefined && /^bearer$/i.test(word) ? "Bearer" : word;
}

/**
 * Finds the word by the description of the scheme. Without a description, and for parameters, it is what the document shows elsewhere,
 * where all of it agrees. The name of a scheme does not count: that of NetBox is `Bearer`, and its word `Token`.
 */
export function createPrefixFinder(
  root: JsonObject,
  sites: readonly OperationNode[],
  schemes: JsonObject,
): FindAuthorizationPrefix {
  let shown: { readonly prefix: AuthorizationPrefix | undefined } | undefined;
  return (scheme) => {
    const description = asText(scheme?.description).trim();
    const word = readPrefix(description);
    if (word !== undefined) return { word, source: "the description of its scheme" };
    // The document may show the header for another scheme.
    const isOfAnother = Object.values(schemes).map(asObject).filter(mayBeShown).length > 1;
    if (scheme && (description !== "" || isOfAnother)) return undefined;
    shown ??= { prefix: findShownPrefix(root, sites) };
    return shown.prefix;
  };
}

/** Whether a document can show the header Authorization for a scheme: what it shows for HTTP Basic is known by its word. */
function mayBeShown({ type, in: location, name, scheme }: JsonObject): boolean {
  if (type === "apiKey") return isAuthorization({ in: location, name });
  return type !== "basic" && !(type === "http" && /^basic$/i.test(asText(scheme)));
}

function findShownPrefix(root: JsonObject, sites: readonly OperationNode[]): AuthorizationPrefix | undefined {
  const shared = [asObject(asObject(root.components).parameters), asObject(root.parameters)].flatMap(Object.values);
  const parameters = [...shared, ...sites.flatMap(({ operation }) => asList(operation.parameters))].map(asObject);
  const words = parameters.filter(isAuthorization).flatMap((parameter) => readParameterPrefix(parameter) ?? []);
  if (words.length > 0) return createCommonPrefix(words, "its parameter Authorization");
  const descriptions = [asObject(root.info).description, ...sites.map(({ operation }) => operation.description)];
  const lines = descriptions.flatMap((text) => asText(text).match(/authorization["'`]*\s*:[^\n]{0,200}/gi) ?? []);
  return createCommonPrefix(lines.map(readPrefix), "a description of the document");
}

/** Undefined if a text has another word, or none. */
function createCommonPrefix(
  [word, ...others]: readonly (string | undefined)[],
  source: string,
): AuthorizationPrefix | undefined {
  return word !== undefined && others.every((other) => other === word) ? { word, source } : undefined;
}

const isAuthorization = ({ in: location, name }: JsonObject) =>
  location === "header" && asText(name).toLowerCase() === "authorization";

/** Values are read like quoted ones. */
function readParameterPrefix({ description, example, schema, default: initial }: JsonObject): string | undefined {
  const values = [example, initial, asObject(schema).default, asObject(schema).example].map(asText);
  return readPrefix([asText(description), ...values.map((value) => `'${value}'`)].join("\n"));
}

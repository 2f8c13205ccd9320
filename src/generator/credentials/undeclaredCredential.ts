import type { RequestDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import type { ConstantChoices, ConstantProposal } from "../constantParameters.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asList, asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { toVariableName } from "../operation/variableNames.ts";
import type { FindAuthorizationPrefix } from "./authorizationPrefix.ts";
import { isCredentialName, isOwnerName } from "./credentialParameters.ts";
import type { CredentialContext } from "./findCredentials.ts";
import {
  type CredentialScheme,
  createParameterScheme,
  listDeclaredSchemes,
  listVariableNames,
} from "./securitySchemes.ts";

/** Words of documents whose API wants a credential. */
const credentialWords =
  /\b(?:access tokens?|api[ -]keys?|api tokens?|authenticated|authentication|authorization header|bearer|oauth)\b/i;
/** A header that a text names, such as `X-Vault-Token`. */
const namedHeader = /\bx(?:-[a-z0-9]+)+\b/gi;

export interface CredentialSource {
  /** Gets the schemes that are found. */
  readonly schemes: Map<string, CredentialScheme>;
  readonly choices: ConstantChoices;
  readonly findPrefix: FindAuthorizationPrefix;
}

interface Offered {
  readonly site: OperationNode;
  /** What its tool sends. */
  readonly security: RequestDefinition["security"];
}

interface UndeclaredCredentials {
  /** What all tools send; undefined: each sends what its operation asks for. */
  readonly security?: RequestDefinition["security"];
  readonly proposals: readonly ConstantProposal[];
}

/**
 * Finds a credential that no operation asks for: one of the document's schemes, a header that its texts name, or the header
 * `Authorization` where they speak of a credential. Otherwise the server could only call anonymously.
 */
export function findUndeclaredCredentials(
  root: JsonObject,
  offered: readonly Offered[],
  { schemes, choices, findPrefix }: CredentialSource,
): UndeclaredCredentials {
  const isAnonymous = [root, ...offered.map(({ site }) => site.operation)].every(
    ({ security }) => security === undefined,
  );
  if (!isAnonymous || offered.some(({ security }) => security.length > 0)) return { proposals: [] };
  if (schemes.size > 0) return { security: [...listUnusedSchemes(schemes), []], proposals: [] };
  const names = listHeaders(root, offered);
  if (names.length === 0) return { proposals: [] };
  const isRequired = names.some((name) => choices[name] === true);
  for (const name of names) schemes.set(toKey(name), createScheme(name, { isRequired, findPrefix }));
  const proposals = names.map((parameter): ConstantProposal => {
    return { parameter, in: "header", uses: 0, isCredential: true, isDefault: true, isAsked: true };
  });
  const all = names.map(toKey);
  return { security: isRequired ? [all] : [all, []], proposals };
}

/**
 * Adds the schemes that the document names but does not declare, with one warning for each. How they are sent is not known: most APIs
 * take a credential in the header `Authorization`.
 */
export function addUndeclaredSchemes(
  document: OpenapiDocument,
  sites: readonly OperationNode[],
  { schemes, findPrefix, report }: Pick<CredentialContext, "schemes" | "findPrefix" | "report">,
): void {
  const declared = listDeclaredSchemes(document);
  const uses = [{ operation: document.root, pointer: "" }, ...sites].flatMap(({ operation, pointer }) => {
    const names = asList(operation.security).flatMap((alternative) => Object.keys(asObject(alternative)));
    return [...new Set(names)].map((name) => ({ name, pointer: appendToPointer(pointer, "security") }));
  });
  const unknown = Map.groupBy(
    uses.filter(({ name }) => !Object.hasOwn(declared, name)),
    ({ name }) => name,
  );
  for (const [name, [first]] of unknown) {
    const pointer = first?.pointer ?? "";
    const [same, ...others] = Object.keys(declared).filter((one) => one.toLowerCase() === name.toLowerCase());
    const meant = same !== undefined && others.length === 0 ? schemes.get(same) : undefined;
    if (meant) {
      schemes.set(name, meant);
      const message = `The security scheme "${cleanLine(name, 100)}" is taken for the declared "${cleanLine(same, 100)}".`;
      report(createWarningProblem("security_undeclared", message, pointer));
      continue;
    }
    const reason = `The document names the security scheme "${cleanLine(name, 100)}" without declaring it`;
    const taken = new Set([...schemes.values()].flatMap(listVariableNames));
    const create = (label: string) => createScheme("Authorization", { isRequired: false, findPrefix, label, reason });
    const isTaken = (label: string) => listVariableNames(create(label)).some((one) => taken.has(one));
    const scheme = create(createUniqueName(toVariableName(name) || "API", isTaken));
    schemes.set(name, { ...scheme, undeclared: true });
    const variable = scheme.variables[0]?.name ?? "";
    const message = `${reason}. ${variable} is sent in the header Authorization; for another header, leave it empty and use Add Header.`;
    report(createWarningProblem("security_undeclared", message, pointer));
  }
}

const toKey = (name: string) => `${name} header`;

/** Keys may belong together, such as an id and a secret. */
function listUnusedSchemes(schemes: ReadonlyMap<string, CredentialScheme>): string[][] {
  const keys = [...schemes].flatMap(([key, { scheme }]) => (scheme.kind === "apiKey" ? [key] : []));
  return [...(keys.length > 1 ? [keys] : []), ...[...schemes.keys()].map((key) => [key])];
}

function listHeaders(root: JsonObject, offered: readonly Offered[]): readonly string[] {
  const texts = [
    asObject(root.info).description,
    ...asList(root.tags).map((tag) => asObject(tag).description),
    ...offered.flatMap(({ site }) => [site.operation.summary, site.operation.description]),
  ].map(asText);
  const named = listNamedHeaders(texts);
  if (named.length > 0) return named;
  return texts.some((text) => credentialWords.test(text)) ? ["Authorization"] : [];
}

/** The credential that the texts name most often, and the headers that say whose it is. */
function listNamedHeaders(texts: readonly string[]): readonly string[] {
  const found = texts.flatMap((text) => text.match(namedHeader) ?? []);
  const uses = [...Map.groupBy(found, (name) => name.toLowerCase()).values()].sort((a, b) => b.length - a.length);
  const names = uses.flatMap(([name]) => name ?? []);
  const credential = names.find(isCredentialName);
  return credential === undefined ? [] : [credential, ...names.filter(isOwnerName)];
}

interface SchemeFacts {
  readonly isRequired: boolean;
  readonly findPrefix: FindAuthorizationPrefix;
  /** What the names of its variables begin with. */
  readonly label?: string;
  readonly reason?: string;
}

function createScheme(name: string, { isRequired, findPrefix, ...given }: SchemeFacts): CredentialScheme {
  const isAuthorization = name === "Authorization";
  const prefixed = isAuthorization && { prefix: findPrefix() };
  const label = given.label ?? toVariableName(name).replace(/^X_/, "");
  const created = createParameterScheme(label, { in: "header", name, secret: !isOwnerName(name), ...prefixed });
  const known = isAuthorization ? "The document declares no credential" : "Only the texts of the document name it";
  const reason = given.reason ?? known;
  const note = `${reason}${isRequired ? "" : "; leave this empty if the API takes calls without one"}.`;
  return {
    ...created,
    variables: created.variables.map((variable) => ({
      ...variable,
      description: `${variable.description} ${note}`,
      ...(!isRequired && { optional: true as const }),
    })),
  };
}

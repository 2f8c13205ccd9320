import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import type { OperationModel, ParameterModel } from "../operation/operationModel.ts";
import { toVariableName } from "../operation/variableNames.ts";
import type { FindAuthorizationPrefix } from "./authorizationPrefix.ts";
import {
  type CredentialParameter,
  findSchemeOfParameter,
  isOwnerName,
  listCredentialParameters,
} from "./credentialParameters.ts";
import { type CredentialScheme, createParameterScheme, listVariableNames } from "./securitySchemes.ts";

type Schemes = Map<string, CredentialScheme>;

/** What the credentials of all operations have in common. */
export interface CredentialContext {
  /** Gets the schemes of parameters too. */
  readonly schemes: Schemes;
  readonly findPrefix: FindAuthorizationPrefix;
  readonly report: ReportProblem;
}

interface OperationCredentials {
  /** The alternatives whose schemes can be sent. */
  readonly security: readonly (readonly string[])[];
  /** The parameters that schemes send, so that the tool's input lacks them. */
  readonly parameters: readonly ParameterModel[];
}

/**
 * Finds the credentials of an operation. Parameters that carry one get schemes, which go beside the declared ones where both have values.
 * Required ones are an alternative of their own.
 */
export function findCredentials(model: OperationModel, context: CredentialContext): OperationCredentials {
  const { schemes, report } = context;
  const { method, path, pointer } = model;
  const parameters = listCredentialParameters(model.parameters, schemes);
  const keys = parameters.map((parameter) => nameScheme(model, parameter, context));
  const declared = model.security.filter((names) => names.every((name) => schemes.has(name)));
  const isUncertain =
    declared.length > 0 && declared.every((names) => names.some((name) => schemes.get(name)?.undeclared));
  const usable = isUncertain ? removeRepeated([...declared, []]) : declared;
  if (model.security.length > 0 && usable.length === 0 && keys.length === 0) {
    const unknown = [...new Set(model.security.flat().filter((name) => !schemes.has(name)))];
    const message = `${method} ${path} is called without a credential: the security scheme ${unknown.join(", ")} is of a kind that cannot be sent.`;
    report(createWarningProblem("security_unusable", message, appendToPointer(pointer, "security")));
  }
  if (keys.length === 0) return { security: usable, parameters };
  const isRequired = parameters.some(({ required }) => required);
  return { security: addAlternatives(usable, keys, isRequired), parameters };
}

/** Sends more schemes with each alternative, or alone. */
export function addAlternatives(
  alternatives: readonly (readonly string[])[],
  keys: readonly string[],
  isRequired: boolean,
): readonly (readonly string[])[] {
  const complete = alternatives.map((names) => [...new Set([...names, ...keys])]);
  const own = isRequired ? [keys] : alternatives.length === 0 ? [keys, []] : [];
  return removeRepeated([...complete, ...own, ...alternatives]);
}

/** Removes alternatives of the same schemes. */
const removeRepeated = (alternatives: readonly (readonly string[])[]) =>
  alternatives.filter((names, index) => {
    const isSame = (other: readonly string[]) =>
      other.length === names.length && other.every((name) => names.includes(name));
    return alternatives.findIndex(isSame) === index;
  });

/** The scheme that sends a parameter: one of the document, of another operation's parameter, or a new one. */
function nameScheme(
  { method, path }: OperationModel,
  parameter: CredentialParameter,
  { schemes, findPrefix, report }: CredentialContext,
): string {
  const existing = findSchemeOfParameter(parameter, schemes);
  if (existing !== undefined && !schemes.get(existing)?.parameter) return existing;
  const message = `The ${parameter.in} parameter ${parameter.name} of ${method} ${path} comes from the server's environment, not from the tool's input.`;
  report(createWarningProblem("authorization_parameter", message, parameter.pointer));
  return existing ?? addParameterScheme(parameter, schemes, findPrefix);
}

/** Adds the scheme of a parameter under names that the document does not use. A header and a query parameter share a variable. */
function addParameterScheme(
  { name, in: location }: CredentialParameter,
  schemes: Schemes,
  findPrefix: FindAuthorizationPrefix,
): string {
  const isAuthorization = name.toLowerCase() === "authorization";
  const label = isAuthorization ? "Authorization" : name;
  const prefixed = isAuthorization && { prefix: findPrefix() };
  const sent = { in: location, name: label, secret: !isOwnerName(name), ...prefixed };
  const key = createUniqueName(`${label} ${location}`, (one) => schemes.has(one));
  const sibling = [...schemes.values()].find(
    ({ scheme, parameter }) => parameter && scheme.kind === "apiKey" && scheme.name === label,
  );
  const taken = new Set([...schemes.values()].flatMap(listVariableNames));
  const create = (prefix: string) => createParameterScheme(prefix, sent);
  const isTaken = (prefix: string) => listVariableNames(create(prefix)).some((one) => taken.has(one));
  const prefix = toVariableName(label).replace(/^X_/, "") || "API";
  const added = create(createUniqueName(prefix, isTaken));
  const shared = sibling && { variables: sibling.variables, scheme: { ...sibling.scheme, in: location } };
  schemes.set(key, { ...added, ...shared });
  return key;
}

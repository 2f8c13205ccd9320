import type { OperationName } from "../../../src/contract/operations.ts";
import { operationTable } from "../../../src/contract/operations.ts";
import { applyCasing } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { SimulatedError } from "./errorResponse.ts";
import { type Fields, isFields } from "./json.ts";
import { operationSubjects, spokenResourceName } from "./resources.ts";
import { isFieldShown, wireFieldName } from "./wireItem.ts";

/** Fields that an operation requires. */
export const requiredFields: Partial<Record<OperationName, readonly string[]>> = {
  "projects.create": ["name"],
  "servers.create": ["projectId", "name"],
  "skills.create": ["projectId", "files"],
  "skill.install": ["target"],
  "skill.uninstall": ["installationId"],
  "apiKeys.create": ["name"],
  "runtime.token": ["serverId"],
};

/** Fields of items that occur in the bodies of other resources' operations. */
const owners: Readonly<Record<string, string>> = { serverId: "deployment", installationId: "input" };

/** The service's name for a field of an operation's body. */
export function wireInputName(conventions: Conventions, style: Style, operation: OperationName, field: string): string {
  const { casing } = style;
  const { naming, hasNestedReferences } = conventions;
  const { resource } = operationSubjects[operation];
  const isReference = hasNestedReferences && /^(project|server|skill)Id$/.test(field);
  // A client cannot learn a field's name from items that omit the field.
  const isShown = isFieldShown(conventions, resource, field) && (isBasic(field) || isReadAlone(conventions, resource));
  if (isItemField(resource, field) && isShown && !isReference)
    return wireFieldName(conventions, style, owners[field] ?? resource, field);
  return applyCasing(isTold(conventions, operation, field) ? naming.input(field) : field, casing);
}

/** Whether a single item has more fields than an item of a list. */
function isReadAlone({ isBrief, missing }: Conventions, resource: string): boolean {
  if (!isBrief || resource === "userSettings") return true;
  return resource === "project" && !missing.has("project.get");
}

const isBasic = (field: string) => ["name", "projectId", "version"].includes(field);

/** Whether an error or the service's document contains the name of a field that no item has. */
function isTold(
  { inputsAsItems, openapiPath, isNaming }: Conventions,
  operation: OperationName,
  field: string,
): boolean {
  const isMissed = isNaming && (requiredFields[operation] ?? []).includes(field);
  return !inputsAsItems && (isMissed || openapiPath !== undefined);
}

/** Whether items of the resource have the body's field. */
function isItemField(resource: string, field: string): boolean {
  if (resource === "token") return field === "serverId";
  return (
    /^(name|description|projectId|scopes|expiresAt|target|version|desiredState|environment|message|notifyOn|keepDeployments|defaultProjectId|testTimeoutMs)$/.test(
      field,
    ) && !(field === "version" && (resource === "server" || resource === "skill"))
  );
}

export function bodyFieldNames(operation: OperationName): readonly string[] {
  const { body } = operationTable[operation];
  return body === null ? [] : Object.keys(body.shape);
}

/** The name of the object that contains the body's fields; undefined if there is none. */
export function bodyWrapper(style: Style, operation: OperationName): string | undefined {
  const { resource } = operationSubjects[operation];
  const wraps = style.wrapsBody && /\.(create|update)$/.test(operation) && resource !== "userSettings";
  return wraps ? applyCasing(spokenResourceName(resource), style.casing) : undefined;
}

/** Returns the body in the contract's terms. */
export function readInput(
  conventions: Conventions,
  style: Style,
  operation: OperationName,
  body: Fields,
  selecting: string | undefined,
): Fields {
  const fields = unwrapped(conventions, style, operation, body);
  const names = new Map(
    bodyFieldNames(operation).map((field) => [
      loose(style, wireInputName(conventions, style, operation, field)),
      field,
    ]),
  );
  const input: Record<string, unknown> = {};
  const strange: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const field = names.get(loose(style, name));
    if (field !== undefined) input[field] = inward(conventions, style, operation, field, value);
    else if (name !== selecting && conventions.unknownBody === "refused") strange.push(name);
  }
  for (const field of requiredFields[operation] ?? []) {
    if (input[field] === undefined) throw missing(conventions, wireInputName(conventions, style, operation, field));
  }
  if (strange[0] !== undefined) throw unknown(conventions, strange[0]);
  if (operation.endsWith(".update") && Object.keys(input).length === 0)
    throw missing(
      conventions,
      ...bodyFieldNames(operation).map((field) => wireInputName(conventions, style, operation, field)),
    );
  return input;
}

function unwrapped(conventions: Conventions, style: Style, operation: OperationName, body: Fields): Fields {
  const wrapper = bodyWrapper(style, operation);
  if (wrapper === undefined) return body;
  const inner = body[wrapper];
  if (!isFields(inner)) throw missing(conventions, wrapper);
  return inner;
}

/** A service with PascalCase names ignores case. */
function loose({ casing }: Style, name: string): string {
  return casing === "pascal" ? name.toLowerCase() : name;
}

function inward(
  conventions: Conventions,
  style: Style,
  operation: OperationName,
  field: string,
  value: unknown,
): unknown {
  const { ids } = conventions;
  if (field.endsWith("Id") && (typeof value === "string" || typeof value === "number")) {
    const id = ids.truth(String(value));
    if (id === undefined) throw new SimulatedError(404, "not_found", `There is no such ${field.slice(0, -2)}.`);
    return id;
  }
  if (field === "target" && isFields(value)) {
    const values = new Map(Object.entries(value).map(([name, inner]) => [loose(style, name), inner]));
    const own = (inner: string) => wireTargetName(conventions, style, inner);
    const named = (inner: string) => loose(style, own(inner));
    return Object.fromEntries(
      ["scope", "agent", "path", "machine"].map((inner) => {
        if (!values.has(named(inner)))
          throw missing(conventions, `${wireInputName(conventions, style, operation, field)}.${own(inner)}`);
        return [inner, values.get(named(inner))];
      }),
    );
  }
  if (style.casing === "pascal" && field !== "environment") return lowered(value);
  return value;
}

/** The name of a field of an installation's target. */
export function wireTargetName(conventions: Conventions, style: Style, field: string): string {
  const isShown =
    !conventions.isBrief &&
    isFieldShown(conventions, "installation", "target") &&
    isFieldShown(conventions, "target", field);
  if (isShown) return wireFieldName(conventions, style, "target", field);
  return applyCasing(conventions.isNaming ? conventions.naming.field("target", field) : field, style.casing);
}

function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.slice(0, 1).toLowerCase() + name.slice(1), lowered(inner)]),
  );
}

/** One of several missing fields is enough. */
function missing({ isNaming, refusalStatus }: Conventions, name = "", ...others: readonly string[]): SimulatedError {
  if (!isNaming) return new SimulatedError(refusalStatus, "bad_request", "The request is not valid.");
  if (others.length === 0)
    return new SimulatedError(refusalStatus, "missing_field", `The field '${name}' is required`, name);
  const all = [name, ...others].map((one) => `'${one}'`).join(", ");
  return new SimulatedError(refusalStatus, "missing_field", `One of the fields ${all} is required`);
}

function unknown({ isNaming, refusalStatus }: Conventions, name: string): SimulatedError {
  if (!isNaming) return new SimulatedError(refusalStatus, "bad_request", "The request is not valid.");
  return new SimulatedError(refusalStatus, "unknown_field", `Unknown field '${name}'`, name);
}

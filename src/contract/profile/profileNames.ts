import type { Operation } from "../operation.ts";
import { operationNames } from "../operationNames.ts";
import { type OperationName, operationTable } from "../operations.ts";
import { type Field, type Fields, type Shape, shapeOf } from "./shape.ts";

/** The names that a profile can have for what is read and sent. */

const fieldsIn = (shape: Shape | null): Fields => (shape?.kind === "object" ? shape.fields : {});

const entryFields = (field: Field | undefined): Fields =>
  field?.shape.kind === "list" ? fieldsIn(field.shape.of) : {};

/** What an operation returns, with the fields of one item. */
export interface OperationOutput {
  readonly output: "list" | "item" | "none";
  readonly fields: Fields;
}

export function readOutput(name: OperationName): OperationOutput {
  const { output }: Operation = operationTable[name];
  const shape = output && shapeOf(output);
  if (shape?.kind !== "object") return { output: "none", fields: {} };
  const { items } = shape.fields;
  const isList = items?.shape.kind === "list" && items.shape.of.kind === "object" && "nextCursor" in shape.fields;
  return isList ? { output: "list", fields: entryFields(items) } : { output: "item", fields: shape.fields };
}

/** The contract's kinds with their fields. The entries of lists in answers are kinds of their own. */
export function listKinds(): Readonly<Record<string, Fields>> {
  const kinds: Record<string, Fields> = {
    case: entryFields(readOutput("serverTestRun.get").fields.cases),
    metric: entryFields(readOutput("organization.usage").fields.metrics),
  };
  for (const name of operationNames) {
    const { kind } = operationTable[name];
    kinds[kind] = { ...kinds[kind], ...readOutput(name).fields };
  }
  return Object.fromEntries(Object.entries(kinds).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Parameters that are applied to the items here, or that are sent in another way. */
export const unsentInputs: ReadonlySet<string> = new Set([
  ...["limit", "cursor", "after", "since", "status", "kind", "q", "digest"],
]);

/** Whether an operation has an input that no request names: a profile can only say that the service has none. */
export const isUnsent = (name: OperationName, field: string) =>
  unsentInputs.has(field) && operationTable[name].body === null && field in operationTable[name].query.shape;

/** The inputs of an operation that can be sent. */
export function listSentInputs(name: OperationName): Fields {
  const { body, query, owner, isOwnerFilter }: Operation = operationTable[name];
  const asked = Object.entries(fieldsIn(shapeOf(query))).flatMap(([field, input]): [string, Field][] => {
    if (body !== null ? owner !== undefined : unsentInputs.has(field)) return [];
    return field === "id" ? (isOwnerFilter ? [[`${owner}Id`, input]] : []) : [[field, input]];
  });
  const { installationId, ...fields } = fieldsIn(body && shapeOf(body));
  const isSkill = name === "skills.create" || name === "skill.update";
  const { name: title, description } = fieldsIn(shapeOf(operationTable["projects.create"].body));
  // What the files of a skill say.
  return {
    ...(isSkill && title && description && { name: title, description }),
    ...Object.fromEntries(asked),
    ...fields,
  };
}

/** Fields and the parts of those that are objects: `failure.step`. */
export function listFieldNames(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, { shape }]) =>
    shape.kind === "object" ? [name, ...Object.keys(shape.fields).map((part) => `${name}.${part}`)] : name,
  );
}

/** The shape of a field, or of a part of one, by its name; undefined if there is none. */
export function findNamedShape(fields: Fields, name: string): Shape | undefined {
  const [head = "", ...parts] = name.split(".");
  const first = Object.hasOwn(fields, head) ? fields[head]?.shape : undefined;
  return parts.reduce<Shape | undefined>((shape, part) => {
    if (shape?.kind === "object") return Object.hasOwn(shape.fields, part) ? shape.fields[part]?.shape : undefined;
    if (shape?.kind === "map") return shape.of.shape;
    if (shape?.kind === "list") return /^\d+$/.test(part) ? shape.of : undefined;
    return shape?.kind === "any" ? shape : undefined;
  }, first);
}

import { type OperationName, operationTable } from "../../contract/operations.ts";
import { fieldsNamed } from "../language/fieldNames.ts";
import { type Field, type Shape, shapeOf } from "../language/shape.ts";
import { resourceOf } from "../language/subjects.ts";
import { plainName } from "../language/words.ts";

type InputFields = Readonly<Record<string, Field>>;

const known = new Map<OperationName, InputFields>();

function inputFields(name: OperationName): InputFields {
  const before = known.get(name);
  if (before) return before;
  const { body } = operationTable[name];
  const shape: Shape | undefined = body ? shapeOf(body) : undefined;
  const fields = shape?.kind === "object" ? shape.fields : {};
  known.set(name, fields);
  return fields;
}

/** The fields of a body that something called so may be, likeliest first; `target.path` for one within another. */
export function inputsNamed(name: OperationName, given: string): readonly string[] {
  const parts = given.split(/[./]/).filter((part) => part !== "" && !/^(?:body|data|\d+)$/.test(part));
  return within(resourceOf(name), inputFields(name), parts);
}

function within(resource: string, fields: InputFields, parts: readonly string[]): readonly string[] {
  const [first = "", ...rest] = parts;
  const named = [...fieldsNamed({ resource, fields }, [], plainName(first))]
    .sort((one, other) => other.score - one.score)
    .map(({ field }) => field);
  if (rest.length === 0) return named;
  return named.flatMap((field) => {
    const shape = fields[field]?.shape;
    return shape?.kind === "object" ? within(field, shape.fields, rest).map((inner) => `${field}.${inner}`) : [];
  });
}

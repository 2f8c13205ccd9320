import type * as z from "zod";

/** What a value of the contract is, as far as it says what a service's own value may become. */
export type Shape =
  | { readonly kind: "id" | "text" | "time" | "date" | "flag" | "any" }
  | { readonly kind: "number"; readonly whole: boolean; readonly least: number }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "map"; readonly of: Field }
  | { readonly kind: "list"; readonly of: Shape }
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, Field>> };

export interface Field {
  readonly shape: Shape;
  readonly nullable: boolean;
  /** May be left out, and then is. */
  readonly optional: boolean;
}

/** The shape of a schema of the contract; `name` is that of the field it is of. */
export function shapeOf(schema: z.core.$ZodType, name = ""): Shape {
  // zod's own way to tell its schemas apart.
  const { def, bag } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return shapeOf(def.innerType, name);
    case "object":
      return { kind: "object", fields: fieldsOf(def.shape) };
    case "array":
      return { kind: "list", of: shapeOf(def.element, name) };
    case "record":
      return { kind: "map", of: fieldOf(def.valueType, name) };
    case "enum":
      return { kind: "choice", values: Object.values(def.entries).map(String) };
    case "literal":
      return { kind: "choice", values: def.values.map(String) };
    case "string":
      return { kind: times["format" in def ? String(def.format) : ""] ?? (isId(name) ? "id" : "text") };
    case "number":
      return numberShape(bag);
    case "boolean":
      return { kind: "flag" };
    default:
      return { kind: "any" };
  }
}

const times: Readonly<Record<string, "time" | "date">> = { datetime: "time", date: "date" };

const isId = (name: string) => name === "id" || name.endsWith("Id");

/** Of what its checks say: whether it is whole, and the least it can be. */
function numberShape({ format, minimum, exclusiveMinimum }: Readonly<Record<string, unknown>>): Shape {
  const beyond = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : 0;
  const least = typeof minimum === "number" && Math.abs(minimum) < Number.MAX_SAFE_INTEGER ? minimum : beyond;
  return { kind: "number", whole: typeof format === "string" && format.includes("int"), least };
}

function fieldOf(schema: z.core.$ZodType, name: string): Field {
  const { type } = (schema as z.core.$ZodTypes)._zod.def;
  return { shape: shapeOf(schema, name), nullable: type === "nullable", optional: type === "optional" };
}

function fieldsOf(shape: Readonly<Record<string, z.core.$ZodType>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, fieldOf(schema, name)]));
}

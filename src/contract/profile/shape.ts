import type * as z from "zod";

/** What a value of the contract is, as far as it says what a service's own value may become. */
export type Shape =
  | { readonly kind: "text"; readonly least: number; readonly most: number }
  | { readonly kind: "id" | "time" | "date" | "flag" | "any" }
  | { readonly kind: "number"; readonly whole: boolean; readonly least: number; readonly most: number }
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

export type Fields = Readonly<Record<string, Field>>;

/** The shape of a schema of the contract; `name` is that of the field it is of. */
export function shapeOf(schema: z.core.$ZodType, name = ""): Shape {
  // zod's own way to distinguish its schemas.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return shapeOf(def.innerType, name);
    // What is of the type is of the class: everything in the contract is made by zod itself.
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
      return textShape(schema as z.ZodString, name);
    case "number":
      return numberShape(schema as z.ZodNumber);
    case "boolean":
      return { kind: "flag" };
    default:
      return { kind: "any" };
  }
}

function textShape({ format, minLength, maxLength }: z.ZodString, name: string): Shape {
  if (format === "datetime") return { kind: "time" };
  if (format === "date") return { kind: "date" };
  if (isId(name)) return { kind: "id" };
  return { kind: "text", least: minLength ?? 0, most: maxLength ?? Number.POSITIVE_INFINITY };
}

const isId = (name: string) => name === "id" || name.endsWith("Id");

function numberShape(schema: z.ZodNumber): Shape {
  const { minValue, maxValue, isInt } = schema;
  const bound = minValue !== null && minValue > Number.MIN_SAFE_INTEGER ? minValue : 0;
  const least = schema.safeParse(bound).success ? bound : bound + 1;
  return { kind: "number", whole: isInt, least, most: maxValue ?? Number.POSITIVE_INFINITY };
}

function fieldOf(schema: z.core.$ZodType, name: string): Field {
  const { type } = (schema as z.core.$ZodTypes)._zod.def;
  return { shape: shapeOf(schema, name), nullable: type === "nullable", optional: type === "optional" };
}

function fieldsOf(shape: Readonly<Record<string, z.core.$ZodType>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, fieldOf(schema, name)]));
}

import type * as z from "zod";

/** What a value of the contract is, as far as it says what a service's own value may become. */
export type Shape =
  | { readonly kind: "id" | "text" | "time" | "number" | "flag" | "map" | "any" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly of: Shape }
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, Field>> };

export interface Field {
  readonly shape: Shape;
  readonly nullable: boolean;
}

/** The shape of a schema of the contract; `name` is that of the field it is of. */
export function shapeOf(schema: z.core.$ZodType, name = ""): Shape {
  // zod's own way to tell its schemas apart.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return shapeOf(def.innerType, name);
    case "object":
      return { kind: "object", fields: fieldsOf(def.shape) };
    case "array":
      return { kind: "list", of: shapeOf(def.element, name) };
    case "enum":
      return { kind: "choice", values: Object.values(def.entries).map(String) };
    case "literal":
      return { kind: "choice", values: def.values.map(String) };
    case "string":
      return { kind: "format" in def && def.format === "datetime" ? "time" : isId(name) ? "id" : "text" };
    default:
      return { kind: simple[def.type] ?? "any" };
  }
}

const simple: Readonly<Record<string, "map" | "number" | "flag">> = {
  record: "map",
  number: "number",
  boolean: "flag",
};

const isId = (name: string) => name === "id" || name.endsWith("Id");

function fieldsOf(shape: Readonly<Record<string, z.core.$ZodType>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      { shape: shapeOf(schema, name), nullable: (schema as z.core.$ZodTypes)._zod.def.type === "nullable" },
    ]),
  );
}

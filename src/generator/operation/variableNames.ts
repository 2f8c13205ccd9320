import { toSnakeCase } from "./toolNames.ts";

/** Converts `petstoreAuth` to `PETSTORE_AUTH`; empty if no character of the name is usable. */
export function toVariableName(text: string): string {
  const name = toSnakeCase(text).toUpperCase().slice(0, 80);
  return /^\d/.test(name) ? `_${name}` : name;
}

/** The environment variable that sets a server variable. The runtime derives the name by the same rule. */
export const toServerVariableName = (name: string) =>
  `API_VARIABLE_${name.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;

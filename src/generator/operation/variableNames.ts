import { toSnakeCase } from "./toolNames.ts";

/** `petstoreAuth` as `PETSTORE_AUTH`; empty where nothing of the name can stand in a variable's. */
export function toVariableName(text: string): string {
  const name = toSnakeCase(text).toUpperCase().slice(0, 80);
  return /^\d/.test(name) ? `_${name}` : name;
}

/** The environment variable that sets a server variable: the runtime reads it by the same rule. */
export const toServerVariableName = (name: string) =>
  `API_VARIABLE_${name.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;

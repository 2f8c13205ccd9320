import type { ServerVariable } from "../../contract/servers.ts";
import type { RequestDefinition } from "../../runtime/definition.ts";

/** How many operations take a scheme, and what they send with it. */
export function readCredentialUse(
  name: string,
  all: readonly RequestDefinition["security"][],
): NonNullable<ServerVariable["credential"]> {
  const using = all
    .map((security) => security.filter((names) => names.includes(name)))
    .filter(({ length }) => length > 0);
  const alternatives = using.flat();
  const needs = [...new Set(alternatives.flat())].filter(
    (other) => other !== name && alternatives.every((names) => names.includes(other)),
  );
  return { name, operations: using.length, ...(needs.length > 0 && { needs }) };
}

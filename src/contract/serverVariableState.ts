import type { Server } from "./servers.ts";

type Variable = NonNullable<Server["variables"]>[number];

/** Whether the server has a value for the variable; undefined: the service does not say. */
export function isVariableSet({ environment }: Server, { name, set }: Variable): boolean | undefined {
  return set ?? (environment && Object.hasOwn(environment, name));
}

/** The required variables that have no value, as far as the service says so. */
export function listMissingVariables(server: Server): readonly Variable[] {
  return (server.variables ?? []).filter((one) => one.required && isVariableSet(server, one) === false);
}

import { formatCredentialHost, parseCredentialHosts } from "../text/hosts/credentialHost.ts";
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

/** Whether the user has to say where the API is. An operation with a host of its own keeps it then. */
export const isAddressOpen = (variables: readonly Partial<Variable>[]) =>
  variables.some(({ name, required }) => name === "API_BASE_URL" && required);

/** The hosts that a version sends a credential to. */
export interface CredentialHosts {
  /** The environment variable that lists the hosts which the user agreed to. */
  readonly variable: string;
  readonly hosts: readonly string[];
  readonly agreed: readonly string[];
}

/** The hosts of the credentials among the variables that a version declares; by default the latest one. */
export function readDeclaredHosts(
  { environment = {}, variables = [] }: Pick<Server, "environment" | "variables">,
  declared: readonly Partial<Variable>[] = variables,
): readonly CredentialHosts[] {
  // The user who replaced the API's address chose the receiver of all credentials.
  const chosen = isAddressOpen(declared) ? null : URL.parse(environment.API_BASE_URL?.trim() ?? "");
  const receivers = chosen && [formatCredentialHost(chosen)];
  return declared.flatMap(({ name, hosts = [] }) =>
    hosts.length === 0 || name === undefined
      ? []
      : [
          {
            variable: name,
            hosts: receivers ?? hosts,
            agreed: receivers ?? parseCredentialHosts(environment[name] ?? ""),
          },
        ],
  );
}

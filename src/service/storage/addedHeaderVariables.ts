import type { ServerVariable } from "../../contract/servers.ts";
import { formatCredentialHosts, parseCredentialHosts } from "../../text/credentialHost.ts";
import { formatHeaderName, listAddedHeaders } from "../../text/variables/addedHeader.ts";

/**
 * The variables of the headers that a user added to a server. No version declares them; they are there while the server has a value
 * for one. `read` returns a value.
 */
export function listAddedHeaderVariables(
  environment: Readonly<Record<string, string>>,
  read: (name: string) => string | null,
): readonly ServerVariable[] {
  return listAddedHeaders(environment).flatMap(({ name, variable, hostsVariable, isSecret }): ServerVariable[] => {
    const header = formatHeaderName(name);
    const hosts = environment[hostsVariable] === undefined ? [] : parseCredentialHosts(read(hostsVariable) ?? "");
    const receivers = formatCredentialHosts(hosts);
    const effect =
      hosts.length === 0
        ? `No host gets the header ${header} until ${hostsVariable} names one.`
        : `The header ${header} of every request to ${receivers}. No tool asks for it.`;
    const declared = { required: false, secret: isSecret, description: effect };
    return [
      { name: variable, ...declared, sentTo: hosts, sentAs: `header ${header}` },
      {
        name: hostsVariable,
        required: false,
        secret: false,
        hosts,
        description: `The hosts that receive ${variable}; no other does.`,
      },
    ];
  });
}

import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server, ServerVariable } from "../../../contract/servers.ts";
import { type CredentialHosts, readDeclaredHosts } from "../../../contract/serverVariableState.ts";
import { formatCredentialHosts } from "../../../text/hosts/credentialHost.ts";
import { isGroupSet, listVariableGroups, type VariableGroup } from "./credentials/variableGroups.ts";
import { applyEnteredAddress } from "./serverVariables.ts";

type ServerOfVersion = Pick<Server, "artifactId" | "environment" | "latestVersion" | "variables">;

/** Reads the hosts of a version's credentials. The server's variables are those of its latest version. */
export async function readCredentialHosts(
  client: ServiceClient,
  server: ServerOfVersion,
  version: string,
  signal?: AbortSignal,
): Promise<readonly CredentialHosts[]> {
  const { artifactId, latestVersion } = server;
  const isLatest = version === latestVersion || !artifactId;
  return readDeclaredHosts(
    server,
    isLatest ? undefined : await readManifestVariables(client, artifactId, version, signal),
  );
}

const manifestSchema = z.object({
  packages: z.array(
    z.object({
      environmentVariables: z
        .array(
          z.object({ name: z.string(), isRequired: z.boolean().optional(), hosts: z.array(z.string()).optional() }),
        )
        .default([]),
    }),
  ),
});

async function readManifestVariables(
  client: ServiceClient,
  id: string,
  version: string,
  signal: AbortSignal | undefined,
): Promise<readonly Partial<Pick<ServerVariable, "name" | "hosts" | "required">>[]> {
  const { manifest } = await client.call("registry.artifact", { id, version }, signal ? { signal } : {});
  const { packages = [] } = manifestSchema.safeParse(manifest).data ?? {};
  return packages
    .flatMap((one) => one.environmentVariables)
    .map(({ isRequired = false, ...variable }) => ({ ...variable, required: isRequired }));
}

/** Those of credentials that have a value, or are not known: the others go to no host. */
export function selectGivenCredentials(
  server: Server,
  all: readonly CredentialHosts[],
  entered: Readonly<Record<string, string>> = {},
): readonly CredentialHosts[] {
  const isMissing = (group: VariableGroup) =>
    isGroupSet(server, group) === false && !group.values.some(({ name }) => Object.hasOwn(entered, name));
  const missing = new Set(
    listVariableGroups(server)
      .filter(isMissing)
      .map(({ hosts }) => hosts?.name),
  );
  return all.filter(({ variable }) => !missing.has(variable));
}

const findNewHosts = ({ hosts, agreed }: CredentialHosts) => hosts.filter((host) => !agreed.includes(host));

/** The hosts that the user has not agreed to, each once. */
export const listNewHosts = (all: readonly CredentialHosts[]): readonly string[] => [
  ...new Set(all.flatMap(findNewHosts)),
];

/**
 * The hosts of each credential, in which those that the user has not agreed to are marked. Names the variables only if they go to
 * different hosts, and after the hosts, because what follows the name of a key is masked.
 */
export function formatCredentialLines(all: readonly CredentialHosts[]): readonly string[] {
  const lines = all.map((one) => {
    const added = findNewHosts(one);
    const words = [...added.map((host) => l10n.t`${host} (new)`), ...one.hosts.filter((host) => !added.includes(host))];
    return words.join(", ");
  });
  const distinct = [...new Set(lines)];
  return distinct.length < 2 ? distinct : lines.map((line, index) => `${line} (${all[index]?.variable})`);
}

/** The values of the variables after the user agreed to all hosts. Earlier hosts stay, for earlier versions. */
export function agreeToHosts(all: readonly CredentialHosts[]): Readonly<Record<string, string>> {
  const changed = all.filter((one) => findNewHosts(one).length > 0);
  return Object.fromEntries(
    changed.map((one) => [one.variable, [...one.agreed, ...findNewHosts(one)].join(" ")] as const),
  );
}

/** `credentials go to a.example.com`; empty if no chosen operation has a credential. */
export function formatChosenHosts(hosts: readonly (string | undefined)[], server?: Server): string {
  const known = [...new Set(hosts.flatMap((host) => host ?? []))];
  const receivers = server ? applyEnteredAddress(server, known) : known;
  return known.length === 0 ? "" : l10n.t`credentials go to ${formatCredentialHosts(receivers)}`;
}

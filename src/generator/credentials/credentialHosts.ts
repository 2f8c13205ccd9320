import type { ApiDefinition, ToolDefinition } from "../../runtime/definition.ts";
import { formatCredentialHost } from "../../text/hosts/credentialHost.ts";

/** The host that an operation's credential goes to; undefined if it has none, or if the environment decides. */
export function findCredentialHost(
  api: ApiDefinition,
  { request }: Pick<ToolDefinition, "request">,
): string | undefined {
  if (request.security.flat().length === 0) return undefined;
  const template = request.baseUrl ?? api.baseUrl;
  const url = URL.parse(
    template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => api.variables?.[name]?.default ?? whole),
  );
  // A URL may have a comma in its host, or a variable without a value: such a host cannot be in a list.
  return url && /^[\w.:[\]-]+$/.test(url.host) ? formatCredentialHost(url) : undefined;
}

/** Lists the hosts of each security scheme, in the order of the tools. */
export function listCredentialHosts(
  api: ApiDefinition,
  tools: readonly Pick<ToolDefinition, "request">[],
): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, Set<string>>();
  for (const tool of tools) {
    const host = findCredentialHost(api, tool);
    if (host === undefined) continue;
    for (const scheme of tool.request.security.flat()) hosts.set(scheme, (hosts.get(scheme) ?? new Set()).add(host));
  }
  return new Map([...hosts].map(([scheme, found]) => [scheme, [...found]]));
}

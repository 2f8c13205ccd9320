import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { readAvailable } from "../../base/unavailability.ts";

/** The version of the live deployment; undefined: there is none, or the service does not return it. */
export async function findLiveVersion(
  client: ServiceClient,
  { liveDeploymentId: id }: Server,
): Promise<string | undefined> {
  const live = id ? await readAvailable(client.call("deployment.get", { id })) : undefined;
  return live?.kind === "available" ? live.value.version : undefined;
}

/** Why `readServerUrl` has none. */
export const explainMissingUrl = ({ name, liveDeploymentId }: Pick<Server, "name" | "liveDeploymentId">) =>
  liveDeploymentId
    ? l10n.t`The service does not say the URL of ${name}.`
    : l10n.t`${name} has no URL: it is not deployed. Deploy it first.`;

/**
 * The MCP URL of a server; undefined when it has no live deployment. Agents replace `${NAME}` and `$NAME` in their configuration by
 * variables of the user, which no service may ask for, so these characters are encoded.
 */
export async function readServerUrl(
  client: ServiceClient,
  { liveDeploymentId }: Pick<Server, "liveDeploymentId">,
): Promise<string | undefined> {
  if (!liveDeploymentId) return undefined;
  const { url } = await client.call("deployment.get", { id: liveDeploymentId });
  const parsed = URL.parse(url ?? "");
  const isOfWeb = parsed?.protocol === "https:" || parsed?.protocol === "http:";
  return isOfWeb ? parsed.href.replaceAll(/[${}]/g, encodeURIComponent) : undefined;
}

import * as l10n from "@vscode/l10n";
import { serviceMcpId } from "../../../contract/mcp/serviceMcp.ts";
import type { GrantRequest } from "../../../contract/routes/grantRoutes.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";

/** The agent by the name that it gives itself, and by the host that describes it, if there is one. */
export function formatGrantClient({ client, clientHost }: Pick<GrantRequest, "client" | "clientHost">): string {
  return clientHost === null ? `"${client}"` : `"${client}" (${clientHost})`;
}

/** What an agent asks for, how to recognize its page, and where the answer goes. */
export function formatGrantRequest(request: GrantRequest): string {
  const { number, redirectTarget } = request;
  const check =
    number === null
      ? l10n.t("Allow it only if you log in there just now: you need the number that its page in your browser shows.")
      : l10n.t`Allow it only if its page in your browser shows the number ${number}.`;
  return `${formatWish(request)} ${check} ${l10n.t`The answer goes to ${redirectTarget}.`}`;
}

function formatWish(request: GrantRequest): string {
  const client = formatGrantClient(request);
  const { serverName, tools } = request;
  if (request.serverId === serviceMcpId)
    return l10n.t`${client} wants to use Fairlead itself: to find, test, deploy, start and stop your servers.`;
  if (!tools) return l10n.t`${client} wants to use ${serverName}.`;
  const count = formatQuantity(tools.total, l10n.t("tool"), l10n.t("tools"));
  if (tools.changing === 0) return l10n.t`${client} wants to use ${serverName}: ${count}, none of them changes data.`;
  return tools.changing === 1
    ? l10n.t`${client} wants to use ${serverName}: ${count}, 1 of them changes data.`
    : l10n.t`${client} wants to use ${serverName}: ${count}, ${String(tools.changing)} of them change data.`;
}

import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { serviceMcpId } from "../../../contract/mcp/serviceMcp.ts";
import type { GrantRequest } from "../../../contract/routes/grantRoutes.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { hasErrorName, readErrorMessage } from "../../base/failure.ts";
import { showMessage } from "../../base/showMessage.ts";

/** Asks about an agent that logs in. Without an answer it gets no access when its request ends. */
export function askGrantRequest(app: EditorServices, client: ServiceClient, request: GrantRequest): void {
  const deny = { [l10n.t("Deny")]: () => sendAnswer(app, client, request, { allow: false }) };
  showMessage(app, "warning", formatGrantRequest(request), {
    [l10n.t("Allow")]: () => allowAccess(app, client, request),
    // Only the user who sees the page may deny it too.
    ...(request.number !== null && deny),
  });
}

async function allowAccess(app: EditorServices, client: ServiceClient, request: GrantRequest): Promise<void> {
  if (request.number !== null) return sendAnswer(app, client, request, { allow: true });
  const number = await app.prompts.input({
    title: l10n.t`Allow ${formatGrantClient(request)}`,
    prompt: l10n.t("The number that its page in your browser shows"),
    validate: (text) => (/^\d{4}$/.test(text.trim()) ? undefined : l10n.t("Enter the 4 digits.")),
  });
  if (number === undefined) return;
  await sendAnswer(app, client, request, { allow: true, number: number.trim() });
}

async function sendAnswer(
  app: EditorServices,
  client: ServiceClient,
  request: GrantRequest,
  answer: { readonly allow: boolean; readonly number?: string },
): Promise<void> {
  try {
    await client.answerGrantRequest(request.id, answer);
  } catch (error) {
    if (!hasErrorName(error, "ConflictError", "NotFoundError", "ForbiddenError")) throw error;
    // It was answered in another window, or it has expired: nothing failed.
    showMessage(app, "warning", readErrorMessage(error));
    return;
  }
  app.refresh("fairlead.account");
  const { serverName } = request;
  const name = formatGrantClient(request);
  app.messages.status(
    answer.allow ? l10n.t`${name} can use ${serverName} now.` : l10n.t`${name} got no access to ${serverName}.`,
  );
}

/** Asks again about the agents that wait, for a user who has closed the message. */
export const answerGrantRequests: CommandHandler<EditorServices> = async (app) => {
  const client = await app.client();
  if (!client) return;
  const { items } = await client.readGrantRequests({});
  if (items.length === 0) return showMessage(app, "info", l10n.t("No agent waits for access."));
  for (const request of items) askGrantRequest(app, client, request);
};

/** The agent by the name that it gives itself, and by the host that describes it, if there is one. */
function formatGrantClient({ client, clientHost }: Pick<GrantRequest, "client" | "clientHost">): string {
  return clientHost === null ? `"${client}"` : `"${client}" (${clientHost})`;
}

/** What an agent asks for, how to recognize its page, and where the answer goes. */
function formatGrantRequest(request: GrantRequest): string {
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

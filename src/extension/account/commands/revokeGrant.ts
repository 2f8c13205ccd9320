import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Grant } from "../../../contract/routes/grantRoutes.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { readServer } from "../../server/model/readServer.ts";
import { createServerNames } from "../../server/model/serverNames.ts";

/** Revokes the access of an agent to a server. */
export const revokeGrant: CommandHandler<EditorServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const grant = await chooseGrant(app, client, target);
  if (!grant) return;
  const server = (await readServer(client, grant.serverId))?.name ?? grant.serverId;
  const confirmed = await app.prompts.confirm({
    message: l10n.t`Revoke the access of "${grant.client}" to ${server}?`,
    detail: l10n.t(
      "Its calls and its open streams end within about a second. To use the server again, it has to ask you again.",
    ),
    action: l10n.t("Revoke"),
  });
  if (!confirmed) return;
  await app.progress.run({ title: l10n.t`Revoking ${grant.client}`, in: "fairlead.account" }, (_report, signal) =>
    client.revokeGrant(grant.id, { signal }),
  );
  app.refresh("fairlead.account");
};

async function chooseGrant(
  app: EditorServices,
  client: ServiceClient,
  { node }: CommandTarget,
): Promise<Grant | undefined> {
  if (node?.kind === "grant") return node.grant;
  const { items } = await client.readGrants({ limit: 200 });
  if (items.length === 0) {
    showMessage(app, "info", l10n.t("No agent has access to any server."));
    return undefined;
  }
  const toChoices = async (): Promise<PromptChoice<Grant>[]> => {
    const ids = async () => items.map(({ serverId }) => serverId);
    const { name } = await createServerNames()({
      client,
      projectId: undefined,
      ids,
      signal: AbortSignal.timeout(30_000),
    });
    return items.map((grant) => ({
      label: grant.client,
      description: name(grant.serverId) ?? grant.serverId,
      icon: "hubot",
      value: grant,
    }));
  };
  return app.prompts.pick({
    title: l10n.t("Revoke Access"),
    placeholder: l10n.t("Which agent?"),
    choices: toChoices(),
  });
}

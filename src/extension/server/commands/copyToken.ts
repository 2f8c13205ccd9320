import * as l10n from "@vscode/l10n";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { type FindServerContext, findServerAndClient } from "./findServer.ts";

export const copyToken: CommandHandler<FindServerContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Copy Runtime Token"),
    suits: ({ liveDeploymentId }) => Boolean(liveDeploymentId),
    none: l10n.t("No server is deployed yet."),
  });
  if (!found) return;
  const { client, server } = found;
  const { accessToken, expiresIn } = await client.call("runtime.token", { serverId: server.id });
  await app.clipboard(accessToken);
  showMessage(
    app,
    "info",
    expiresIn === undefined
      ? l10n.t`Copied a token for ${server.name}. It is valid for this server only.`
      : l10n.t`Copied a token for ${server.name}. It is valid for this server only, for ${formatLifetime(expiresIn)}.`,
  );
};

function formatLifetime(seconds: number): string {
  if (seconds < 120) return formatQuantity(seconds, l10n.t("second"), l10n.t("seconds"));
  if (seconds < 7200) return formatQuantity(Math.round(seconds / 60), l10n.t("minute"), l10n.t("minutes"));
  return formatQuantity(Math.round(seconds / 3600), l10n.t("hour"), l10n.t("hours"));
}

import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { explainMissingUrl, readServerUrl } from "../model/findLiveVersion.ts";
import { onServer } from "./findServer.ts";

const deployed = {
  suits: ({ liveDeploymentId }: Server) => Boolean(liveDeploymentId),
  none: l10n.t("No server is deployed yet."),
};

export const copyUrl = onServer<ConnectedServices>(
  { title: l10n.t("Copy MCP URL"), ...deployed },
  async (app, { client, server }) => {
    const url = await readServerUrl(client, server);
    if (url === undefined) return showMessage(app, "info", explainMissingUrl(server));
    await app.clipboard(url);
    app.messages.status(
      l10n.t`Copied the URL of ${server.name}. A client also needs a runtime token: "Copy Runtime Token".`,
    );
  },
);

export const copyToken = onServer<ConnectedServices>(
  { title: l10n.t("Copy Runtime Token"), ...deployed },
  async (app, { client, server }) => {
    const { accessToken, expiresIn } = await client.call("runtime.token", { serverId: server.id });
    await app.clipboard(accessToken);
    app.messages.status(
      expiresIn === undefined
        ? l10n.t`Copied a token for ${server.name}. It is valid for this server only.`
        : l10n.t`Copied a token for ${server.name}. It is valid for this server only, for ${formatLifetime(expiresIn)}.`,
    );
  },
);

function formatLifetime(seconds: number): string {
  if (seconds < 120) return formatQuantity(seconds, l10n.t("second"), l10n.t("seconds"));
  if (seconds < 7200) return formatQuantity(Math.round(seconds / 60), l10n.t("minute"), l10n.t("minutes"));
  return formatQuantity(Math.round(seconds / 3600), l10n.t("hour"), l10n.t("hours"));
}

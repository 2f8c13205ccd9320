import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { readServerUrl } from "../model/readServerUrl.ts";
import { type FindServerContext, findServerAndClient } from "./findServer.ts";

export const copyUrl: CommandHandler<FindServerContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Copy MCP URL"),
    suits: ({ liveDeploymentId }) => Boolean(liveDeploymentId),
    none: l10n.t("No server is deployed yet."),
  });
  if (!found) return;
  const { client, server } = found;
  const url = await readServerUrl(client, server);
  if (url === undefined) {
    showMessage(app, "info", l10n.t`${server.name} has no URL: it is not deployed. Deploy it first.`);
    return;
  }
  await app.clipboard(url);
  showMessage(
    app,
    "info",
    l10n.t`Copied the URL of ${server.name}. A client also needs a runtime token: "Copy Runtime Token".`,
  );
};

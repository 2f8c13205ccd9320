import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { deployFolder } from "./deployFolder.ts";
import { deployVersion } from "./deployVersion.ts";
import { findServer } from "./findServer.ts";
import { type GenerateServerContext, generateServer } from "./generateServer.ts";

/** Deploys a server, a version of it, or the code of a folder. */
export const deployServer: CommandHandler<GenerateServerContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const { resource } = target;
  if (resource !== undefined) {
    const flow = await app.deployFlows.run(resource, () => deployFolder(app, client, resource));
    if (!flow) showMessage(app, "info", l10n.t`${readDocumentName(resource)} is being deployed already.`);
    return;
  }
  const server = await findServer(app, client, target, {
    title: l10n.t("Deploy a Server"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t(
      "There is no server to deploy yet. Generate one from an OpenAPI document or make one from the template.",
    ),
  });
  if (!server) return;
  if (target.node?.kind === "version") return deployVersion(app, client, server, target.node.version.version);
  if (server.latestVersion) return deployVersion(app, client, server);
  showMessage(app, "info", l10n.t`${server.name} has no version to deploy yet.`, {
    [l10n.t("Generate")]: () => generateServer(app, target),
  });
};

import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { type FindServerContext, findServerAndClient } from "./findServer.ts";
import { openCode } from "./openCode.ts";

/** Opens the code of a version; on a server, of its latest one. */
export const openVersion: CommandHandler<FindServerContext & RegistryServices> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Open Code"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("There is no server with code yet."),
  });
  if (!found) return;
  const { client, server } = found;
  const { node } = target;
  await openCode(app, client, server, node?.kind === "version" ? { version: node.version.version } : {});
};

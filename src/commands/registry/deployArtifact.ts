import * as l10n from "@vscode/l10n";
import type { App, CommandHandler } from "../app.ts";
import { createVersionNode } from "./createVersionNode.ts";
import { findArtifactVersion } from "./findArtifactVersion.ts";

/** Deploys a published version of a server. */
export const deployArtifact: CommandHandler<Pick<App, "client" | "log" | "messages" | "prompts" | "run">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const question = {
    title: l10n.t("Deploy from the Registry"),
    kind: "server",
    placeholder: l10n.t("Which version?"),
  } as const;
  const found = await findArtifactVersion(app, client, target, question);
  if (found) await app.run("fairlead.server.deploy", { node: createVersionNode(found) });
};

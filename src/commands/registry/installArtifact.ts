import * as l10n from "@vscode/l10n";
import type { App, CommandHandler } from "../app.ts";
import { createVersionNode } from "./createVersionNode.ts";
import { findArtifactVersion } from "./findArtifactVersion.ts";

/** Installs a published version of a skill. */
export const installArtifact: CommandHandler<Pick<App, "client" | "log" | "messages" | "prompts" | "run">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const question = {
    title: l10n.t("Install from the Registry"),
    kind: "skill",
    placeholder: l10n.t("Which version?"),
  } as const;
  const found = await findArtifactVersion(app, client, target, question);
  if (found) await app.run("fairlead.skill.install", { node: createVersionNode(found) });
};

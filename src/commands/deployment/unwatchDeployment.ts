import * as l10n from "@vscode/l10n";
import { promptBack } from "../../core/foundation/ports.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { App, CommandHandler } from "../app.ts";

export const unwatchDeployment: CommandHandler<Pick<App, "log" | "messages" | "prompts" | "watch">> = async (
  app,
  { node },
) => {
  if (node?.kind === "deployment") return app.watch.leave(node.deployment.id);
  const followed = app.watch.followed();
  if (followed.length === 0) {
    showMessage(app, "info", l10n.t("No deployment is watched."));
    return;
  }
  const picked = await app.prompts.pick({
    title: l10n.t("Stop Watching"),
    placeholder: l10n.t("Which deployment? The deployment itself continues."),
    choices: followed.map((watched) => ({
      label: joinWords(watched.serverName, watched.version),
      value: watched.deploymentId,
    })),
  });
  if (picked !== undefined && picked !== promptBack) app.watch.leave(picked);
};

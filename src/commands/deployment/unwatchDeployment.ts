import { back } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { Command } from "../app.ts";

export const unwatchDeployment: Command = async (app, { node }) => {
  if (node?.kind === "deployment") return app.watch.leave(node.deployment.id);
  const followed = app.watch.followed();
  if (followed.length === 0) {
    say(app, "info", "No deployment is watched.");
    return;
  }
  const picked = await app.prompts.pick({
    title: "Stop Watching",
    placeholder: "Which deployment? It goes on unwatched.",
    choices: followed.map((watched) => ({
      label: `${watched.serverName} ${watched.version}`,
      value: watched.deploymentId,
    })),
  });
  if (picked !== undefined && picked !== back) app.watch.leave(picked);
};

import type { Command } from "../core/app.ts";

const manage = "Manage Trust";

/** In place of a command that would take or run what an untrusted workspace holds. */
export const askForTrust: Command = async (app) => {
  const message = "This workspace is not trusted, so nothing of it is generated from, deployed or run. Trust it first.";
  if ((await app.messages.warning(message, manage)) === manage) await app.run("workbench.trust.manage");
};

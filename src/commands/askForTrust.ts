import type { App, CommandHandler } from "./app.ts";

const manage = "Manage Trust";

/** Replaces a command that would read, change or run files of an untrusted workspace. */
export const askForTrust: CommandHandler<Pick<App, "messages" | "run">> = async (app) => {
  const message =
    "This workspace is not trusted, so nothing in it is generated from, deployed, published, installed or run. Trust it first.";
  if ((await app.messages.warning(message, manage)) === manage) await app.run("workbench.trust.manage");
};

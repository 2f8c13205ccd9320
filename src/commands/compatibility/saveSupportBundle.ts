import { supportBundle } from "../../core/compatibility/supportBundle.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { documentName } from "../../text/documentName.ts";
import type { Command } from "../app.ts";

/** Shows all that would help somebody to help, and saves it where the user wants that. It asks no service for anything. */
export const makeSupportBundle: Command = async (app) => {
  const { connections, documents } = app;
  const credentials = await connections.runtimeCredentials();
  const secrets = credentials ? [credentials.clientSecret] : [];
  const text = supportBundle(await app.facts(), connections, secrets, new Date());
  await documents.showText(text, "Fairlead support bundle.json");
  const save = async () => {
    const question = { title: "Save the Support Bundle", action: "Save", name: "fairlead-support.json" };
    const file = await documents.saveAs(question, text);
    if (file !== undefined) say(app, "info", `Saved the support bundle as ${documentName(file)}.`);
  };
  say(app, "info", "This is the support bundle. Read it before you give it to anybody: nothing was sent.", {
    "Save...": save,
  });
};

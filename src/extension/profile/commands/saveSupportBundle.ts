import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { createSupportBundle } from "../model/supportBundle.ts";
import type { ProfileServices } from "../profileServices.ts";

/** Shows the support bundle and saves it where the user chooses. Sends no request. */
export const saveSupportBundle: CommandHandler<ConnectedServices & Pick<ProfileServices, "facts">> = async (app) => {
  const { connections, documents } = app;
  const secrets = connections.readSecretTexts();
  const text = createSupportBundle(await app.facts(), connections, secrets, new Date());
  await documents.showText(text, "Fairlead support bundle.json");
  const save = async () => {
    const question = {
      title: l10n.t("Save the Support Bundle"),
      action: l10n.t("Save"),
      name: "fairlead-support.json",
    };
    await documents.saveAs(question, text);
  };
  showMessage(app, "info", l10n.t("This is the support bundle. Read it before you share it. Nothing was sent."), {
    [l10n.t("Save...")]: save,
  });
};

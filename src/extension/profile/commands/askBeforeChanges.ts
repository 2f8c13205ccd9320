import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { ensureSession } from "./ensureSession.ts";

/** Takes back *Send All Without Asking*. */
export const askBeforeChanges: CommandHandler<EditorServices & ConnectionServices> = async (app) => {
  const session = await ensureSession(app);
  if (!session) return;
  await session.profileStore.setAsksBeforeChanges(true);
  const { name } = session.connection;
  const asked = l10n.t`Fairlead asks before it sends ${name} a change of a kind that has not worked there yet.`;
  const isContract = session.profileStore.read().dialect === "contract";
  showMessage(
    app,
    "info",
    isContract ? l10n.t`${name} implements Fairlead's API, so no change needs a question.` : asked,
  );
};

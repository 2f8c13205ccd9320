import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { rejectLocalProfile, requireProfile } from "../../profile/model/requireProfile.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import { readUrlHost } from "../model/connection.ts";
import { askAnyHeader, formatCredential } from "./questions/headerQuestions.ts";

/** Asks which header carries the key, and connects with it. A header that the service refuses is not kept. */
export const chooseKeyHeader: CommandHandler<ConnectedServices> = async (app) => {
  const client = await app.client();
  const session = app.connections.session();
  if (!client || session.kind !== "connected") return;
  rejectLocalProfile(app);
  const { id, name, baseUrl } = session.connection;
  const before = session.profileStore.read();
  const question = { title: l10n.t("Choose the Key's Header"), steps: 0, host: readUrlHost(baseUrl) };
  const answer = await askAnyHeader(app, question, { credential: before.credential });
  if (answer === undefined || answer === promptBack || !answer.credential) return;
  // The user may have switched the connection meanwhile.
  const profileStore = requireProfile(app, id);
  const clientCredentials = before.credential?.clientCredentials;
  const credential = { ...answer.credential, ...(clientCredentials && { clientCredentials }) };
  profileStore.replace({ ...before, credential });
  const { kind } = await app.connections.use(id);
  const header = formatCredential(answer.credential);
  if (kind === "connected") {
    app.messages.status(l10n.t`${name} gets its key in ${header}.`);
    return;
  }
  profileStore.replace(before);
  await app.connections.use(id);
  showMessage(app, "warning", l10n.t`${name} does not accept its key in ${header}, so it gets the key as before.`);
};

import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { rejectLocalProfile, requireProfile } from "../model/requireProfile.ts";
import { applyProfile } from "./applyProfile.ts";
import { ensureSession } from "./ensureSession.ts";

/** Asks which convention the service follows, and reads the service again with it. */
export const choosePreset: CommandHandler<EditorServices & ConnectionServices> = async (app) => {
  const session = await ensureSession(app);
  if (!session) return;
  rejectLocalProfile(app);
  const { connection, profileStore } = session;
  const current = profileStore.read().preset;
  const presets = await app.listPresets();
  const picked = await app.prompts.pick<string>({
    title: l10n.t("Choose Another Preset"),
    placeholder: l10n.t`Which convention does ${connection.name} follow?`,
    choices: presets.map(({ name, title }) => ({
      label: title,
      ...(name === current && { description: l10n.t("in use") }),
      value: name,
    })),
    active: (name) => name === current,
  });
  if (picked === undefined || picked === promptBack) return;
  // The user may have switched the connection meanwhile.
  const store = requireProfile(app, connection.id);
  store.clearReadings();
  await applyProfile(app, store, { ...store.read(), dialect: "other", preset: picked });
  // A new client has read nothing with the preset of before.
  await app.connections.use(connection.id);
  await app.run("fairlead.compatibility.check");
};

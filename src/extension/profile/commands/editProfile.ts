import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { profileUri } from "../../documents/model/profileUri.ts";
import { ensureSession } from "./ensureSession.ts";

const choices = [
  { label: l10n.t("Open as JSON"), icon: "json", value: "fairlead.profile.open" },
  { label: l10n.t("Map an Answer..."), icon: "list-selection", value: "fairlead.answer.map" },
  { label: l10n.t("Explain a State..."), icon: "question", value: "fairlead.state.explain" },
  { label: l10n.t("Choose Another Preset..."), icon: "book", value: "fairlead.preset.choose" },
  { label: l10n.t("Choose the Key's Header..."), icon: "key", value: "fairlead.keyHeader.choose" },
  { label: l10n.t("Import..."), icon: "cloud-download", value: "fairlead.profile.import" },
  { label: l10n.t("Export..."), icon: "export", value: "fairlead.profile.export" },
];

/** Asks what to change in how Fairlead talks to the service, or to share of it. */
export const editProfile: CommandHandler<EditorServices & ConnectionServices> = async (app, target) => {
  const session = await ensureSession(app);
  if (!session) return;
  // Nothing of the local service can be changed.
  if (session.connection.kind === "local") return openProfile(app, target);
  const placeholder = l10n.t`How Fairlead talks to ${session.connection.name}`;
  const command = await app.prompts.pick({ title: l10n.t("Edit Profile"), placeholder, choices });
  if (typeof command === "string") await app.run(command);
};

/** Opens the profile of the service as a document; saving it applies it. */
export const openProfile: CommandHandler<EditorServices & ConnectionServices> = async (app) => {
  const session = await ensureSession(app);
  if (session) await app.documents.show(profileUri(session.connection), { preview: false });
};

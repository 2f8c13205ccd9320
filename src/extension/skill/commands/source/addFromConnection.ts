import * as l10n from "@vscode/l10n";
import type { Skill } from "../../../../contract/skills.ts";
import { promptBack } from "../../../base/ports.ts";
import { runCancellable } from "../../../base/runCancellable.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import { type FindSkillContext, findSkill } from "../findSkill.ts";
import { type ConfirmInstallContext, installVersion } from "../installSkill.ts";
import { getLockFileService, type InstallSkillIntoContext } from "../installSkillInto.ts";

export type AddFromConnectionContext = FindSkillContext &
  InstallSkillIntoContext &
  ConfirmInstallContext &
  RegistryServices;

/** Installs a skill of another service; the active connection stays. */
export async function addFromConnection(app: AddFromConnectionContext, title: string): Promise<void> {
  const active = app.connections.active()?.id;
  const others = app.connections.all().filter(({ id }) => id !== active);
  if (others.length === 0)
    return showMessage(app, "info", l10n.t("There is no other connection. Add one first."), {
      [l10n.t("Add Connection")]: () => app.run("fairlead.connection.add"),
    });
  const connection = await app.prompts.pick({
    title,
    placeholder: l10n.t("From which connection?"),
    choices: others.map((one) => ({ label: one.name, description: one.baseUrl, value: one })),
  });
  if (connection === undefined || connection === promptBack) return;
  const task = { title: l10n.t`Connecting to ${connection.name}`, in: "notification" } as const;
  const ended = await runCancellable(app.progress, task, (_, signal) => app.connections.open(connection, signal));
  if (ended.kind === "cancelled") return;
  const opened = ended.value;
  if (opened.kind === "signedOut") return showMessage(app, "warning", opened.reason);
  try {
    const none = l10n.t`${connection.name} has no published skill.`;
    const suits = ({ latestVersion }: Skill) => Boolean(latestVersion);
    const skill = await findSkill(app, opened.client, {}, { title, suits, none });
    if (skill) await installVersion(app, opened.client, skill, {}, getLockFileService(connection));
  } finally {
    opened.keyHandle.clear();
    await opened.client.close();
  }
}

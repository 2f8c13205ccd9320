import * as l10n from "@vscode/l10n";
import { joinWords } from "../../../text/joinWords.ts";
import { formatList } from "../../../text/language/formatList.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { folderPathUri, formatFolderLabel, joinFolderPath, scopeNames } from "../../base/folderPath.ts";
import { confirmShownChange } from "../../base/prompts/confirmShownChange.ts";
import { showMessage } from "../../base/showMessage.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import { type Connection, localConnectionId } from "../../connection/model/connection.ts";
import { formatAgentName } from "../model/installTargets.ts";
import { findCopyAt } from "../model/skillCopies.ts";
import { type InstallPlan, planInstall } from "../model/skillDrift.ts";
import type { InstallableSkill } from "../model/skillVersion.ts";
import { type CopyTarget, type SkillOrigin, writeSkillCopy } from "../model/writeSkillCopy.ts";
import type { SkillContext, SkillServices } from "../skillServices.ts";

/** Shows the changes that an installation would overwrite, and prompts to overwrite them. Cancelling keeps them. */
async function resolveInstallConflicts(
  app: SkillContext,
  target: Pick<CopyTarget, "folder" | "scope">,
  skill: InstallableSkill,
  origin: SkillOrigin,
  conflicts: readonly string[],
): Promise<boolean> {
  if (conflicts.length === 0) return true;
  const called = formatFolderLabel(target);
  const page = await showIncomingFiles(app, target, skill, origin, conflicts);
  const message =
    conflicts.length === 1
      ? l10n.t`"${conflicts[0] ?? ""}" in ${called} differs from what would be written there.`
      : l10n.t`${conflicts.length} files in ${called} differ from what would be written there.`;
  return confirmShownChange(app, {
    title: l10n.t`Files of ${skill.name}`,
    question: message,
    action: l10n.t("Overwrite"),
    page,
  });
}

/** Shows the files of a folder beside those that an installation would write. */
export async function showIncomingFiles(
  app: SkillContext,
  target: Pick<CopyTarget, "folder" | "scope">,
  skill: InstallableSkill,
  origin: SkillOrigin,
  paths: readonly string[],
): Promise<AsyncDisposable> {
  const incoming = new Map(skill.files.map(({ path, bytes }) => [path, bytes]));
  const present = new Set((await app.folders.read(target.folder, paths))?.map(({ path }) => path));
  const sideOf = (path: string, bytes: Uint8Array) =>
    origin.kind === "service"
      ? versionFileUri({ ...skill, artifactId: origin.artifactId, path })
      : { name: path, folder: skill.name, text: new TextDecoder().decode(bytes) };
  const pairs = paths.map((path) => {
    const bytes = incoming.get(path);
    return {
      label: path,
      left: present.has(path) ? folderPathUri(joinFolderPath(target.folder, path)) : undefined,
      right: bytes && sideOf(path, bytes),
    };
  });
  return app.documents.compare(`${formatFolderLabel(target)} ↔ ${formatCalled(skill)}`, pairs, { preserveFocus: true });
}

const formatCalled = ({ name, version }: InstallableSkill) => joinWords(name, version);

interface Settled {
  readonly target: CopyTarget;
  readonly plan: InstallPlan;
}

/** A skill, with its version, and the copies that were written. */
export interface InstalledSkill {
  readonly called: string;
  readonly copies: readonly CopyTarget[];
}

/** Installs a version into folders, after a prompt about conflicts. Empty, with a message, if it is not installed in all of them. */
export async function installSkillInto(
  app: SkillContext,
  skill: InstallableSkill,
  origin: SkillOrigin,
  targets: readonly CopyTarget[],
): Promise<readonly InstalledSkill[]> {
  const settled: Settled[] = [];
  for (const target of targets) {
    const plan = await planFor(app, skill, target);
    if (await resolveInstallConflicts(app, target, skill, origin, plan.conflicts)) settled.push({ target, plan });
  }
  const called = formatCalled(skill);
  if (settled.length === 0) {
    showMessage(app, "info", l10n.t`${called} was not installed: nothing was changed.`);
    return [];
  }
  const done: CopyTarget[] = [];
  try {
    const ended = await runCancellable(app.progress, l10n.t`Installing ${called}`, async (report, signal) => {
      for (const { target, plan } of settled) {
        report(formatAgentName(target.agent));
        await writeSkillCopy(app.folders, { target, plan, skill, origin }, signal);
        done.push(target);
      }
    });
    if (ended.kind === "done") return [{ called, copies: done }];
    showCancelledMessage(app, called, done);
    return [];
  } catch (error) {
    showInstalledMessage(app, done.length > 0 ? [{ called, copies: done }] : []);
    throw error;
  } finally {
    app.refresh("fairlead.skills");
  }
}

/** The service's name in a lock file; the local service has a new port at each start, so it has a fixed name. */
export function getLockFileService(connection: Connection | undefined): string {
  return connection === undefined || connection.kind === "local" ? localConnectionId : connection.baseUrl;
}

/** What an installation would change in a folder. */
export async function planFor(
  app: Pick<SkillServices, "folders">,
  skill: InstallableSkill,
  target: CopyTarget,
): Promise<InstallPlan> {
  const { folder } = target;
  const record = (await findCopyAt(app.folders, folder))?.record;
  const installedPaths = [...skill.files, ...(record?.files ?? [])].map((file) => file.path);
  return planInstall(skill.files, (await app.folders.read(folder, installedPaths)) ?? [], record);
}

const agentsOf = (targets: readonly CopyTarget[]) =>
  formatList([...new Set(targets.map(({ agent, scope }) => `${formatAgentName(agent)} (${scopeNames[scope]})`))]);

/** One message for all. */
export function showInstalledMessage(app: EditorServices, installed: readonly InstalledSkill[]): void {
  if (installed.length === 0) return;
  const done = installed.flatMap(({ copies }) => copies);
  const [first] = done;
  const called = formatList(installed.map((one) => one.called));
  showMessage(app, "info", l10n.t`Installed ${called} for ${agentsOf(done)}.`, {
    ...(first && { [l10n.t("Open SKILL.md")]: () => app.documents.show(`${folderPathUri(first.folder)}/SKILL.md`) }),
  });
}

function showCancelledMessage(app: EditorServices, called: string, done: readonly CopyTarget[]): void {
  const words =
    done.length === 0
      ? l10n.t("Nothing was recorded.")
      : l10n.t`It is installed in ${formatList(done.map(formatFolderLabel))}.`;
  showMessage(app, "info", l10n.t`Installing ${called} was cancelled. ${words}`);
}

import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../client/client.ts";
import { localConnectionId } from "../../core/connection/connection.ts";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { folderPathUri, formatFolderLabel, joinFolderPath } from "../../core/foundation/folderPath.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { type InstallPlan, planInstall } from "../../core/skill/installPlan.ts";
import { formatAgentName } from "../../core/skill/installTargets.ts";
import { readLockFile, readPathInLock } from "../../core/skill/skillCopies.ts";
import { listLockedCopies } from "../../core/skill/skillsLock.ts";
import type { SkillVersion } from "../../core/skill/skillVersion.ts";
import { type CopyTarget, writeSkillCopy } from "../../core/skill/writeSkillCopy.ts";
import { formatList } from "../../text/language/formatList.ts";
import type { App } from "../app.ts";

const overwrite = l10n.t("Overwrite");

/** Shows the changes that an installation would overwrite, and prompts to overwrite them. Cancelling keeps them. */
async function resolveInstallConflicts(
  app: Pick<App, "documents" | "messages">,
  target: Pick<CopyTarget, "folder" | "scope">,
  version: SkillVersion,
  conflicts: readonly string[],
): Promise<boolean> {
  if (conflicts.length === 0) return true;
  const called = formatFolderLabel(target);
  const coming = new Set(version.files.map(({ path }) => path));
  const pairs = conflicts.map((path) => ({
    label: path,
    left: folderPathUri(joinFolderPath(target.folder, path)),
    right: coming.has(path) ? versionFileUri({ ...version, path }) : undefined,
  }));
  const title = `${called} ↔ ${version.name} ${version.version}`;
  await app.documents.compare(title, pairs);
  const message =
    conflicts.length === 1
      ? l10n.t`"${conflicts[0] ?? ""}" in ${called} differs from what would be written there.`
      : l10n.t`${conflicts.length} files in ${called} differ from what would be written there.`;
  return (await app.messages.warning(message, overwrite, l10n.t("Skip"))) === overwrite;
}

interface Settled {
  readonly target: CopyTarget;
  readonly plan: InstallPlan;
}

export type InstallSkillIntoContext = Pick<
  App,
  "connections" | "documents" | "folders" | "log" | "messages" | "progress" | "refresh"
>;

/** Installs a version into folders, after a prompt about conflicts; shows the result. */
export async function installSkillInto(
  app: InstallSkillIntoContext,
  client: ServiceClient,
  version: SkillVersion,
  targets: readonly CopyTarget[],
): Promise<void> {
  const settled: Settled[] = [];
  for (const target of targets) {
    const plan = await planFor(app, version, target);
    if (await resolveInstallConflicts(app, target, version, plan.conflicts)) settled.push({ target, plan });
  }
  const called = `${version.name} ${version.version}`;
  if (settled.length === 0) {
    showMessage(app, "info", l10n.t`${called} was not installed: nothing was changed.`);
    return;
  }
  const done: CopyTarget[] = [];
  const task = { title: l10n.t`Installing ${called}`, in: "notification" } as const;
  try {
    const ended = await runCancellable(app.progress, task, async (report, signal) => {
      for (const { target, plan } of settled) {
        report(formatAgentName(target.agent));
        await writeSkillCopy(app.folders, client, { target, plan, version, service: getLockFileService(app) }, signal);
        done.push(target);
      }
    });
    if (ended.kind === "cancelled") return showCancelledMessage(app, called, done);
  } finally {
    app.refresh("fairlead.skills");
  }
  showInstalledMessage(app, called, done);
}

/** The service's name in a lock file; the local service has a new port at each start, so it has a fixed name. */
export function getLockFileService(app: Pick<App, "connections">): string {
  const connection = app.connections.active();
  return connection === undefined || connection.kind === "local" ? localConnectionId : connection.baseUrl;
}

async function planFor(app: Pick<App, "folders">, version: SkillVersion, target: CopyTarget): Promise<InstallPlan> {
  const { folder, lock } = target;
  const locked = listLockedCopies(await readLockFile(app.folders, lock));
  const path = readPathInLock(target);
  const record = locked.find(({ copy }) => copy.path === path)?.copy;
  const installedPaths = [...version.files, ...(record?.files ?? [])].map((file) => file.path);
  return planInstall(version.files, (await app.folders.read(folder, installedPaths)) ?? [], record);
}

const scopeNames = { workspace: l10n.t("workspace"), user: l10n.t("user") } as const;

const agentsOf = (targets: readonly CopyTarget[]) =>
  formatList(targets.map(({ agent, scope }) => `${formatAgentName(agent)} (${scopeNames[scope]})`));

function showInstalledMessage(
  app: Pick<App, "documents" | "log" | "messages">,
  called: string,
  done: readonly CopyTarget[],
): void {
  const [first] = done;
  showMessage(app, "info", l10n.t`Installed ${called} for ${agentsOf(done)}.`, {
    ...(first && { [l10n.t("Open SKILL.md")]: () => app.documents.show(`${folderPathUri(first.folder)}/SKILL.md`) }),
  });
}

function showCancelledMessage(app: Pick<App, "log" | "messages">, called: string, done: readonly CopyTarget[]): void {
  const words =
    done.length === 0
      ? l10n.t("Nothing was recorded.")
      : l10n.t`It is installed in ${formatList(done.map(formatFolderLabel))}.`;
  showMessage(app, "info", l10n.t`Installing ${called} was cancelled. ${words}`);
}

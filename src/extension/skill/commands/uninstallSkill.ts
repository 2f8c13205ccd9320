import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Installation } from "../../../contract/skills.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatList } from "../../../text/language/formatList.ts";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { hasErrorName } from "../../base/failure.ts";
import { folderPathUri, formatFolderLabel, formatFolderPath, joinFolderPath } from "../../base/folderPath.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { FolderPath } from "../../base/skillFolders.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import { confirmCall } from "../../connection/commands/confirmCall.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import { formatFileCount, formatSkillCopy } from "../model/formatSkill.ts";
import { formatAgentName } from "../model/installTargets.ts";
import {
  findInstalledCopy,
  readLockCopies,
  readPathInLock,
  readSkillCopyFiles,
  removeToolLinks,
  type SkillCopy,
  updateLockFile,
} from "../model/skillCopies.ts";
import { planRemoval } from "../model/skillDrift.ts";
import { removeLockEntry, removeLockedCopy, restoreLockedCopy } from "../model/skillsLock.ts";
import type { SkillContext, SkillServices } from "../skillServices.ts";
import { getLockFileService } from "./installSkillInto.ts";

/** Removes the installed files, and prompts about those that changed since. */
export const uninstallSkill: CommandHandler<SkillContext> = async (app, target) => {
  const { node, nodes = [node] } = target;
  // Copies from elsewhere have no record at a service.
  const needsClient = nodes.some((one) => one?.kind !== "addedSkill");
  const client = needsClient ? await app.client() : undefined;
  if (needsClient && !client) return;
  const copies = await chooseCopies(app, target);
  if (client && copies?.length === 0 && node?.kind === "installation" && node.installation)
    return removeRecordOnly(app, client, node.installation);
  if (!copies) return;
  const plans: CopyRemoval[] = [];
  for (const copy of copies) {
    const plan = await planCopyRemoval(app, copy);
    if (!plan) return;
    plans.push(plan);
  }
  if (plans.length === 0) return;
  const done: RemovedCopy[] = [];
  try {
    for (const plan of plans) await removeCopy(app, client, plan, done);
  } finally {
    app.refresh("fairlead.skills");
    if (done.length > 0) showUninstalled(app, client, done);
  }
};

function showUninstalled(app: SkillContext, client: ServiceClient | undefined, done: readonly RemovedCopy[]): void {
  const names = formatList(
    done.map(({ copy: { name, record } }) => l10n.t`${name} from ${formatAgentName(record.agent)}`),
  );
  const kept = done.reduce((sum, removed) => sum + removed.keptCount, 0);
  const stays =
    kept === 1 ? l10n.t("1 file with changes stays.") : l10n.t`${formatCount(kept)} files with changes stay.`;
  const undo = async () => {
    try {
      for (const removed of done) await restoreCopy(app, client, removed);
    } finally {
      app.refresh("fairlead.skills");
    }
  };
  showMessage(app, "info", joinWords(l10n.t`Uninstalled ${names}.`, kept === 0 ? undefined : stays), {
    [l10n.t("Undo")]: undo,
  });
}

/** An uninstalled copy, with all that is needed to put it back. */
interface RemovedCopy {
  readonly copy: SkillCopy;
  readonly files: readonly FileContent[];
  /** Links of other agents to it. */
  readonly links: readonly FolderPath[];
  /** The number of changed files that stay. */
  readonly keptCount: number;
  /** Whether the service had a record of it. */
  wasRecorded: boolean;
}

/** Puts an uninstalled copy back as it was. A file that was written there meanwhile stays. */
async function restoreCopy(
  { folders }: Pick<SkillServices, "folders">,
  client: ServiceClient | undefined,
  { copy, files, links, wasRecorded }: RemovedCopy,
): Promise<void> {
  const { folder, lock, record } = copy;
  const paths = files.map(({ path }) => path);
  const taken = new Set((await folders.read(folder, paths))?.map(({ path }) => path));
  await folders.change(folder, { write: files.filter(({ path }) => !taken.has(path)) });
  for (const link of links) await folders.createLink(link, folder);
  await updateLockFile(folders, lock, (before) => restoreLockedCopy(before, copy));
  const { skillId, version } = record;
  if (!client || !wasRecorded || skillId === undefined) return;
  const target = { scope: copy.scope, agent: record.agent, path: formatFolderPath(folder), machine: folders.machine };
  // The files are written, so the record has to follow.
  await client.call("skill.install", { id: skillId, version, target }, { confirmRequest: null });
}

/** The current state of the target's copies; prompts if there are several. */
async function chooseCopies(
  app: SkillContext,
  { node, nodes = [] }: CommandTarget,
): Promise<readonly SkillCopy[] | undefined> {
  const copies = await app.localSkills.copies();
  const copiesOf = (one: TreeNode) => selectCopies(copies, one, app.folders.machine);
  if (nodes.length > 1) return [...new Set(nodes.flatMap(copiesOf))];
  const meant = node ? copiesOf(node) : copies;
  if (node?.kind === "installation" || (node?.kind === "addedSkill" && meant.length === 1)) return meant;
  if (meant.length === 0) {
    const message =
      node?.kind === "skill"
        ? l10n.t`No copy of ${node.skill.name} is installed in this workspace or in your folders.`
        : l10n.t("No skill is installed in this workspace or in your folders.");
    return showMessage(app, "info", message);
  }
  return app.prompts.pickMany({
    title: l10n.t("Uninstall"),
    placeholder: l10n.t("Which copies?"),
    choices: meant.map((copy) => ({
      label: `${copy.name}: ${formatAgentName(copy.record.agent)}`,
      description: joinTextParts(copy.record.version, formatSkillCopy(copy, undefined)),
      detail: formatFolderLabel(copy),
      value: copy,
    })),
    picked: () => node !== undefined || meant.length === 1,
  });
}

/** The copies of a row, which may be older than they are. */
function selectCopies(copies: readonly SkillCopy[], node: TreeNode, machine: string): readonly SkillCopy[] {
  if (node.kind === "skill") return copies.filter(({ record }) => record.skillId === node.skill.id);
  if (node.kind === "addedSkill")
    return copies.filter((copy) =>
      node.copies.some(({ folder }) => folderPathUri(folder) === folderPathUri(copy.folder)),
    );
  if (node.kind !== "installation") return [];
  const found = node.installation && findInstalledCopy(node.installation, copies, machine);
  const path = node.copy && formatFolderPath(node.copy.folder);
  return found ? [found] : copies.filter(({ folder }) => formatFolderPath(folder) === path);
}

/** The files of a copy to remove, and what the user said about changed ones. */
interface CopyRemoval {
  readonly copy: SkillCopy;
  readonly files: readonly FileContent[];
  readonly removed: ReadonlySet<string>;
  readonly keptCount: number;
}

/** undefined: cancelled. */
async function planCopyRemoval(app: SkillContext, copy: SkillCopy): Promise<CopyRemoval | undefined> {
  const files = (await readSkillCopyFiles(app.folders, copy)) ?? [];
  const isListed = !copy.isOfTool || copy.state.kind === "same";
  const all = files.map(({ path }) => path);
  const { unchanged, changed } = isListed ? planRemoval(copy.record, files) : { unchanged: [], changed: all };
  const isAsked = changed.length > 0 && app.settings().confirm.includes("uninstall");
  const also = isListed ? (isAsked ? await askChanged(app, copy, changed) : []) : await askUnlisted(app, copy, all);
  return also && { copy, files, removed: new Set([...unchanged, ...also]), keptCount: changed.length - also.length };
}

/** `done` has the copy when its files are gone, also if its record stays. */
async function removeCopy(
  app: SkillContext,
  client: ServiceClient | undefined,
  { copy, files, removed, keptCount }: CopyRemoval,
  done: RemovedCopy[],
): Promise<void> {
  await app.folders.change(copy.folder, { remove: [...removed] });
  const isGone = copy.record.service === undefined && !(await app.folders.isFolder(copy.folder));
  const links = isGone ? await removeToolLinks(app.folders, copy) : [];
  const others = copy.isOfTool && (await readLockCopies(app.folders, copy)).filter(({ name }) => name === copy.name);
  const path = readPathInLock(copy);
  if (!others || others.length === 0)
    await updateLockFile(app.folders, copy.lock, (before) =>
      copy.isOfTool ? removeLockEntry(before, copy.name) : removeLockedCopy(before, path),
    );
  const own = files.filter(({ path }) => removed.has(path));
  const gone: RemovedCopy = { copy, files: own, links, keptCount, wasRecorded: false };
  done.push(gone);
  const isHosted = copy.record.service === getLockFileService(app.connections.active());
  if (client && isHosted) gone.wasRecorded = await removeRecord(app, client, copy).catch(omitMissing);
}

/** The files to delete when nothing says which of them were installed; undefined: cancelled. */
async function askUnlisted(
  app: EditorServices,
  copy: SkillCopy,
  paths: readonly string[],
): Promise<readonly string[] | undefined> {
  const folder = formatFolderLabel(copy);
  const isConfirmed = await app.prompts.confirm({
    message: l10n.t`Remove all ${formatFileCount(paths.length)} of ${copy.name}?`,
    detail: l10n.t`Nothing says which files in ${folder} were changed since ${copy.name} was installed.`,
    action: l10n.t("Remove All"),
  });
  return isConfirmed ? paths : undefined;
}

/** The changed files to delete as well; undefined: cancelled. The document of the differences leads back to the question. */
async function askChanged(
  app: EditorServices,
  copy: SkillCopy,
  changed: readonly string[],
): Promise<readonly string[] | undefined> {
  const folder = formatFolderLabel(copy);
  // Only a service still has the files of the version.
  const isComparable = copy.record.artifactId !== undefined;
  for (;;) {
    const answer = await app.prompts.pick<"keep" | "remove" | "show">({
      title: l10n.t`Uninstall ${copy.name}`,
      placeholder:
        changed.length === 1
          ? l10n.t`"${changed[0] ?? ""}" was changed since ${copy.name} was installed in ${folder}.`
          : l10n.t`${changed.length} files were changed since ${copy.name} was installed in ${folder}.`,
      choices: [
        { label: l10n.t("Keep Changed Files"), icon: "save", value: "keep" },
        { label: l10n.t("Remove All"), icon: "trash", value: "remove" },
        ...(isComparable ? [{ label: l10n.t("Show the Difference"), icon: "diff", value: "show" as const }] : []),
      ],
      staysOpen: true,
    });
    if (answer === undefined) return undefined;
    if (answer !== "show") return answer === "remove" ? changed : [];
    await showChanged(app, copy, changed);
  }
}

function showChanged(
  { documents }: EditorServices,
  copy: SkillCopy,
  changed: readonly string[],
): Promise<AsyncDisposable> {
  const { artifactId, version } = copy.record;
  const pairs = changed.map((path) => ({
    label: path,
    left: artifactId && versionFileUri({ name: copy.name, artifactId, version, path }),
    right: folderPathUri(joinFolderPath(copy.folder, path)),
  }));
  return documents.compare(`${copy.name} ${version} ↔ ${formatFolderLabel(copy)}`, pairs, { preserveFocus: true });
}

/** A skill that the service deleted has no record either. */
function omitMissing(error: unknown): false {
  if (hasErrorName(error, "NotFoundError")) return false;
  throw error;
}

/** Whether the service had a record. */
async function removeRecord({ folders }: SkillContext, client: ServiceClient, copy: SkillCopy): Promise<boolean> {
  let wasRecorded = false;
  const path = formatFolderPath(copy.folder);
  const { skillId } = copy.record;
  if (skillId === undefined) return false;
  const query = { id: skillId, status: "installed", limit: 200 } as const;
  for await (const { id, target } of client.list("skill.installations", query)) {
    if (target?.machine !== folders.machine || target.path !== path) continue;
    const record = { id: skillId, installationId: id };
    // The files are removed, so the record has to follow.
    await client.call("skill.uninstall", record, { confirmRequest: null });
    wasRecorded = true;
  }
  return wasRecorded;
}

/** The files are on another machine, so only the record is removed. */
async function removeRecordOnly(
  app: ConnectedServices,
  client: ServiceClient,
  { id, skillId, target }: Installation,
): Promise<void> {
  if (skillId === undefined) return;
  const confirmed = await confirmCall(app, "skill.uninstall", {
    message: l10n.t`Remove the record that this is installed on ${target?.machine ?? l10n.t("another machine")}?`,
    detail: target?.path
      ? l10n.t`Its files in ${target.path} are not in this workspace and stay where they are.`
      : l10n.t("Its files are not in this workspace and stay where they are."),
    action: l10n.t("Forget"),
  });
  if (!confirmed) return;
  await client.call("skill.uninstall", { id: skillId, installationId: id }, confirmed);
  app.refresh("fairlead.skills");
}

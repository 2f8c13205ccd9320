import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { encodeFile } from "../../../client/files/encodeFile.ts";
import type { Skill } from "../../../contract/skills.ts";
import { readSkill } from "../../../skills/readSkill.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import { setArchived } from "../../base/archivedState.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { CommandError, isNotConfirmedError, readErrorMessage } from "../../base/failure.ts";
import { promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { isOnThisMachine } from "../../connection/model/connection.ts";
import {
  askProject,
  ensureProject,
  findDefaultProject,
  listProjects,
  type ProjectChoice,
} from "../../project/commands/projectChoice.ts";
import { findSkillOfFolder, isTestedDraft } from "../model/findSkillOfFolder.ts";
import { formatFileCount } from "../model/formatSkill.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import { getSkillLinks } from "../model/skillLinks.ts";

interface FolderSkill {
  readonly name: string;
  readonly files: readonly FileContent[];
}

/** A hosted skill whose runs may start. */
export interface RunnableSkill {
  readonly skill: Skill;
  /** It has no version, and is there for its test runs alone. */
  readonly isDraft: boolean;
}

/**
 * The hosted skill of a folder, because a run belongs to one. A folder that is not published gets a draft, which `archiveDraft`
 * puts away when its runs have started, so that no list shows it; the next run restores it with its earlier runs. undefined: cancelled.
 */
export async function ensureSkill(
  app: ConnectedServices,
  client: ServiceClient,
  folder: string,
): Promise<RunnableSkill | undefined> {
  const files = await selectSkillFiles(app.documents, folder);
  const name = readSkill(files)?.name;
  if (name === undefined) {
    throw new CommandError(
      l10n.t`${readDocumentName(folder)} holds no SKILL.md with a name. Give it one, then try again.`,
    );
  }
  const existing = await findSkillOfFolder(app, client, folder, name);
  if (existing && isTestedDraft(existing))
    await setArchived(client, { kind: "skill", id: existing.id, name }, { archived: false });
  const skill = existing ?? (await createDraft(app, client, { name, files }));
  if (!skill) return undefined;
  await getSkillLinks(app).saveFolder(folder, skill.id);
  return { skill, isDraft: skill.latestVersion === null };
}

/** Archives the draft of a folder, so that its runs leave nothing in the lists of the service. */
export async function archiveDraft(
  app: EditorServices,
  client: ServiceClient,
  { skill: { id, name }, isDraft }: RunnableSkill,
): Promise<void> {
  if (!isDraft) return;
  try {
    await setArchived(client, { kind: "skill", id, name }, { archived: true });
  } catch (error) {
    if (isNotConfirmedError(error)) return;
    // The run goes on, so this is no failure of it.
    app.log.warning(`The draft of ${name} was not archived: ${readErrorMessage(error)}`);
    showMessage(app, "warning", l10n.t`The draft that the tests of ${name} need stays: ${readErrorMessage(error)}`);
  }
}

async function createDraft(
  app: ConnectedServices,
  client: ServiceClient,
  skill: FolderSkill,
): Promise<Skill | undefined> {
  const { name, files } = skill;
  if (!(await confirmUpload(app, skill))) return undefined;
  const project = await askSkillProject(app, client, l10n.t`Test ${name}`);
  if (!project) return undefined;
  const ended = await runCancellable(app.progress, l10n.t`Sending ${name} to its tests`, async (_, signal) => {
    const projectId = await ensureProject(app, client, project, signal);
    const body = { projectId, files: files.map(encodeFile), publish: false };
    return client.call("skills.create", body, { signal });
  });
  app.refresh("fairlead.projects");
  return ended.kind === "cancelled" ? undefined : ended.value;
}

/** Asks before files leave this machine for the first time. */
async function confirmUpload(app: ConnectedServices, { name, files }: FolderSkill): Promise<boolean> {
  const connection = app.connections.active();
  if (connection && isOnThisMachine(connection)) return true;
  const where = connection?.name ?? l10n.t("the service");
  const size = formatByteSize(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const paths = formatFirst(files.map(({ path }) => path));
  return app.prompts.confirm({
    message: l10n.t`Upload ${name} to ${where} and test it there?`,
    detail: l10n.t`${formatFileCount(files.length)}, ${size}: ${paths}. It is not published: the service gets a draft, which is archived when the tests have started. Later runs upload the files again without this question.`,
    action: l10n.t("Upload and Test"),
  });
}

/** The project of a new skill; prompts if there is no default. undefined: cancelled. */
export async function askSkillProject(
  app: ConnectedServices,
  client: ServiceClient,
  title: string,
): Promise<ProjectChoice | undefined> {
  const projects = await listProjects(client);
  const obvious = await findDefaultProject(app, client, projects, l10n.t("My skills"));
  if (obvious) return obvious;
  const choice = await askProject(app, projects, undefined, { title, step: { number: 1, total: 1 } });
  return choice === promptBack ? undefined : choice;
}

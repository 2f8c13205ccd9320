import { readSkill } from "../../../skills/readSkill.ts";
import type { SkillDiagnostic } from "../../../skills/skill.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { readErrorMessage } from "../../base/failure.ts";
import { computeContentDigest } from "../../base/fileDigest.ts";
import { folderPathUri, isSameUri } from "../../base/folderPath.ts";
import type { EditorDocuments, Logger } from "../../base/ports.ts";
import type { SkillFolders } from "../../base/skillFolders.ts";
import { readSkillCopies, type SkillCopy } from "./skillCopies.ts";
import { selectSkillFiles } from "./skillFiles.ts";
import { lintLocalSkill } from "./skillProblems.ts";

/** The source folder of a skill in the workspace, not an installed copy. */
export interface LocalSkill {
  /** URI of the folder. */
  readonly folder: string;
  /** The folder's path in the workspace. */
  readonly label: string;
  readonly name: string;
  readonly description: string;
  readonly digest: string;
  readonly problems: readonly SkillDiagnostic[];
}

export type LocalSkills = ReturnType<typeof createLocalSkills>;

interface Parts {
  readonly documents: Pick<EditorDocuments, "findSkills" | "readFolder">;
  readonly folders: SkillFolders;
  readonly log: Logger;
}

/** The skills on this machine. Folders are read again only after a change in them. */
export function createLocalSkills({ documents, folders, log }: Parts) {
  const cached = new Map<string, Promise<LocalSkill | undefined>>();
  const read = async (uri: string, label: string) => {
    try {
      return await readSource(documents, uri, label);
    } catch (error) {
      log.warning(`The skill in ${label} could not be read: ${readErrorMessage(error)}`);
      return undefined;
    }
  };
  let installed: readonly string[] = [];
  let isGivenUp = false;
  const findSkills = async () => {
    let gaveUp = false;
    const found = await documents.findSkills(() => {
      gaveUp = true;
    });
    isGivenUp = gaveUp;
    return found;
  };
  /** Reads the current state. */
  const copies = async (): Promise<readonly SkillCopy[]> => {
    const found = await readSkillCopies(folders);
    installed = placesOf(found);
    return found;
  };
  return {
    copies,
    /** Whether the last search for source folders gave up before it saw the whole workspace. */
    isSearchGivenUp: () => isGivenUp,
    sources: async (): Promise<readonly LocalSkill[]> => {
      const [found, taken] = await Promise.all([findSkills(), copies().then(placesOf, () => [])]);
      const own = found.filter(({ uri }) => !taken.some((copy) => isSameUri(copy, uri)));
      const sources: LocalSkill[] = [];
      // Sequential, because a workspace may hold hundreds of folders on one disk.
      for (const { uri, label } of own) {
        const source = cached.get(uri) ?? read(uri, label);
        cached.set(uri, source);
        const skill = await source;
        if (skill) sources.push(skill);
      }
      return sources;
    },
    /** Clears the cache, because any file may have changed. */
    clear: () => cached.clear(),
    /** Handles a changed, created or deleted path; returns whether it may belong to a skill. */
    notice: (uri: string): boolean => {
      const own = [...cached.keys()].filter((folder) => isAround(uri, folder));
      for (const folder of own) cached.delete(folder);
      return (
        own.length > 0 ||
        /\/(SKILL\.md|skills-lock\.json)$/.test(uri) ||
        installed.some((folder) => isAround(uri, folder))
      );
    },
  };
}

const placesOf = (copies: readonly SkillCopy[]) => copies.map(({ folder }) => folderPathUri(folder));

/** Whether a path is in a folder or contains it: VS Code reports only the top of a deleted or moved tree. */
function isAround(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`) || folder.startsWith(`${uri}/`);
}

async function readSource(documents: Parts["documents"], folder: string, label: string): Promise<LocalSkill> {
  const files = await selectSkillFiles(documents, folder);
  const skillContent = readSkill(files);
  const name = skillContent?.name ?? readDocumentName(folder);
  const problems = lintLocalSkill(files, readDocumentName(folder));
  return {
    folder,
    label,
    name,
    description: skillContent?.description ?? "",
    digest: computeContentDigest(files),
    problems,
  };
}

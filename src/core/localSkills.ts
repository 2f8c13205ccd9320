import { lintSkill } from "../skills/lintSkill.ts";
import type { Problem } from "../skills/model.ts";
import { readSkill } from "../skills/readSkill.ts";
import { documentName } from "./documentName.ts";
import { messageOf } from "./failure.ts";
import { listDigest } from "./fileDigest.ts";
import { sameUri, uriOf } from "./places.ts";
import type { Documents, Log, SkillFolders } from "./ports.ts";
import { type Copy, readCopies } from "./skillCopies.ts";
import { skillFiles } from "./skillFiles.ts";

/** A skill's folder in the workspace: what somebody writes, not what was installed. */
export interface LocalSkill {
  /** URI of the folder. */
  readonly folder: string;
  /** Its path in the workspace. */
  readonly label: string;
  readonly name: string;
  readonly description: string;
  readonly digest: string;
  readonly problems: readonly Problem[];
}

/** What there is of skills on this machine. */
export interface LocalSkills {
  sources(): Promise<readonly LocalSkill[]>;
  /** Always as they are now. */
  copies(): Promise<readonly Copy[]>;
  /** A file changed, or any may have: what was read of its folder counts no longer. */
  forget(uri?: string): void;
}

interface Parts {
  readonly documents: Pick<Documents, "findSkills" | "readFolder">;
  readonly folders: SkillFolders;
  readonly log: Log;
}

/** Folders are read again only after something in them changed. */
export function createLocalSkills({ documents, folders, log }: Parts): LocalSkills {
  const kept = new Map<string, Promise<LocalSkill | undefined>>();
  const read = async (uri: string, label: string) => {
    try {
      return await readSource(documents, uri, label);
    } catch (error) {
      log.warning(`The skill in ${label} could not be read: ${messageOf(error)}`);
      return undefined;
    }
  };
  const copies = () => readCopies(folders);
  return {
    copies,
    sources: async () => {
      const [found, installed] = await Promise.all([documents.findSkills(), copies().catch(() => [])]);
      const taken = installed.map(({ place }) => uriOf(place));
      const own = found.filter(({ uri }) => !taken.some((copy) => sameUri(copy, uri)));
      const sources: LocalSkill[] = [];
      // One after the other: a workspace may hold hundreds, and the disk is one.
      for (const { uri, label } of own) {
        const source = kept.get(uri) ?? read(uri, label);
        kept.set(uri, source);
        const skill = await source;
        if (skill) sources.push(skill);
      }
      return sources;
    },
    forget: (uri) => {
      for (const folder of kept.keys()) {
        if (uri === undefined || uri === folder || uri.startsWith(`${folder}/`)) kept.delete(folder);
      }
    },
  };
}

async function readSource(documents: Parts["documents"], folder: string, label: string): Promise<LocalSkill> {
  const files = await skillFiles(documents, folder);
  const said = readSkill(files);
  const name = said?.name ?? documentName(folder);
  const problems = lintSkill(files, documentName(folder));
  return { folder, label, name, description: said?.description ?? "", digest: listDigest(files), problems };
}

import * as l10n from "@vscode/l10n";
import { computeFileDigest } from "../../base/fileDigest.ts";
import type { Memory } from "../../base/ports.ts";
import { addAgreedContent, type ContentFiles, readAgreedContents } from "./agreedContents.ts";
import { openSavedDigests } from "./savedEdits.ts";
import type { CodeFile } from "./versionFiles.ts";

/** The content of code that is about to run. */
export interface CodeContent {
  /** All files that the code can load; undefined if they cannot be read. */
  readonly files: readonly CodeFile[] | undefined;
  /** The URI of the workspace folder that the files are from. */
  readonly folder: string | undefined;
}

/** The contents that the user agreed to run on this machine. Names of servers, skills and files do not count. */
export function openCodeConsent(memory: Memory) {
  return {
    covers: ({ files, folder }: CodeContent): boolean => {
      if (!files || files.length === 0) return false;
      const content = listContentFiles(files);
      const findSaved = folder === undefined ? () => [] : openSavedDigests(memory, folder);
      const isOwnEdit = (path: string, digest: string) => findSaved(path).includes(digest);
      return [[], ...readAgreedContents(memory)].some((agreed) => isEditOf(agreed, content, isOwnEdit));
    },
    add: async (files: CodeContent["files"]): Promise<void> => {
      if (files && files.length > 0) await addAgreedContent(memory, listContentFiles(files));
    },
  };
}

function listContentFiles(files: readonly CodeFile[]): ContentFiles {
  const all = files.map(({ path, bytes }) => [path, computeFileDigest(bytes)] as const);
  return all.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether a content is an agreed one, apart from the user's own edits. A removed file is a change of other origin. */
function isEditOf(
  agreed: ContentFiles,
  content: ContentFiles,
  isOwnEdit: (path: string, digest: string) => boolean,
): boolean {
  const agreedDigests = new Map(agreed);
  const paths = new Set(content.map(([path]) => path));
  return (
    agreed.every(([path]) => paths.has(path)) &&
    content.every(([path, digest]) => agreedDigests.get(path) === digest || isOwnEdit(path, digest))
  );
}

/** The files that are programs; a generic entry when the file list does not show them. */
export function listPrograms(files: readonly { readonly path: string }[]): readonly string[] {
  const found = files.map(({ path }) => path).filter((path) => /\.[cm]?[jt]s$/.test(path));
  return found.length > 0 ? found : unknownProgramNames;
}

export const unknownProgramNames: readonly string[] = [l10n.t("files that are not known")];

import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { readDocumentName } from "../../../../text/documentName.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { FolderError, folderLinkName, isIgnoredName } from "../../../../text/files/folderRules.ts";
import { folderPathUri } from "../../../base/folderPath.ts";
import type { EditorDocuments } from "../../../base/ports.ts";

/** The content of `fairlead.json`. It has no secrets, so that it can be shared with the code. */
export const folderLinkSchema = z
  .object({
    $schema: z.string().exactOptional(),
    server: z
      .object({
        id: z.string().min(1).describe("The server's id at the service."),
        name: z.string().min(1).describe("The server's name, for people and questions."),
      })
      .describe("The server that Deploy on this folder deploys."),
    version: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The version that was last saved to, merged into or made from the folder."),
    digest: z.string().min(1).exactOptional().describe("The digest of the files of `version`."),
    base: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The version that the edits in this folder start from, if `version` was made from the folder."),
    connection: z.string().min(1).describe("The name of the connection to the service that has the server."),
  })
  .describe("Connects a folder of code with its server. Fairlead writes it; it is not deployed.");
export type FolderLink = z.output<typeof folderLinkSchema>;

/** A folder of code, without `fairlead.json`. */
export interface ServerFolder {
  readonly code: readonly FileContent[];
  /** undefined: the folder belongs to no server yet. */
  readonly link: FolderLink | undefined;
}

/** Throws if `fairlead.json` is not valid, because another server would be deployed otherwise. */
export function readServerFolder(folderName: string, files: readonly FileContent[]): ServerFolder {
  const file = files.find(({ path }) => path === folderLinkName);
  return { code: selectFolderCode(files), link: file && readFolderLink(folderName, file.bytes) };
}

/**
 * The files that a folder and a version have in common. A version of another tool may also hold what a folder never deploys, such as
 * `.env` or `.git/hooks`: it is not written, because no merge would see the file that it replaces.
 */
export function selectFolderCode(files: readonly FileContent[]): readonly FileContent[] {
  return files.filter(({ path }) => path !== folderLinkName && !path.split("/").some(isIgnoredName));
}

/** Reads the link of a folder; undefined if it has none. Throws if it is not valid. */
export async function findFolderLink(
  documents: Pick<EditorDocuments, "readFile">,
  folder: string,
): Promise<FolderLink | undefined> {
  const bytes = await documents.readFile(folderPathUri({ root: folder, path: folderLinkName }));
  return bytes && readFolderLink(readDocumentName(folder), bytes);
}

function readFolderLink(folderName: string, bytes: Uint8Array): FolderLink {
  const text = Buffer.from(bytes).toString("utf8");
  try {
    return folderLinkSchema.parse(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch (cause) {
    throw new FolderError(
      l10n.t`The ${folderLinkName} of ${folderName} cannot be read: ${describeProblem(cause)}. Correct it, or delete it to make another server from the folder.`,
      { cause },
    );
  }
}

function describeProblem(error: unknown): string {
  if (!(error instanceof z.ZodError)) return l10n.t("it is not JSON");
  const [issue] = error.issues;
  const path = issue?.path.join(".") ?? "";
  return path === "" ? l10n.t("it is not an object") : l10n.t`"${path}" is missing or not valid`;
}

export function formatFolderLink({ $schema, server, version, digest, base, connection }: FolderLink): FileContent {
  const { id, name } = server;
  const ordered = { $schema, server: { id, name }, version, digest, base, connection };
  return { path: folderLinkName, bytes: Buffer.from(`${JSON.stringify(ordered, null, 2)}\n`) };
}

/** The version that edits of the folder start from, for a merge. */
export function readMergeBase(link: FolderLink | undefined): string | undefined {
  return link?.base ?? link?.version;
}

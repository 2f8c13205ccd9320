import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServerSource } from "../../contract/servers.ts";
import type { FileContent } from "../../text/files/fileContent.ts";
import { folderLimits as most } from "../../text/files/folderRules.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { encodeFile } from "./encodeFile.ts";

type FilesSource = Extract<ServerSource, { kind: "files" }>;

/** The folder cannot be deployed; the message has the reason. */
export class UnusableFolderError extends Error {
  override readonly name = "UnusableFolderError";
}

const packageSchema = z.object({ name: z.string().exactOptional(), main: z.string().exactOptional() });
const entries = ["server", "index"].flatMap((name) => [".mjs", ".js", ".ts", ".mts"].map((ending) => name + ending));
/** A container engine builds the server, in any language. */
const dockerfile = "Dockerfile";

/** A folder as the source of a server, with the name that it declares. */
export function packServerFolder(name: string, files: readonly FileContent[]): { source: FilesSource; title: string } {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (files.length > most.files)
    throw new UnusableFolderError(l10n.t`${name} has ${files.length} files; at most ${most.files} can be deployed.`);
  if (size > most.bytes) {
    const megabytes = (size / 2 ** 20).toFixed(1);
    throw new UnusableFolderError(
      l10n.t`${name} holds ${megabytes} MB; at most ${most.bytes / 2 ** 20} MB can be deployed.`,
    );
  }
  const declared = readPackage(name, files);
  const source: FilesSource = {
    kind: "files",
    entry: requireEntry(name, files, declared.main),
    files: files.map(encodeFile),
  };
  return { source, title: declared.name ?? name };
}

function readPackage(name: string, files: readonly FileContent[]): z.output<typeof packageSchema> {
  const file = files.find(({ path }) => path === "package.json");
  if (!file) return {};
  try {
    return packageSchema.parse(JSON.parse(Buffer.from(file.bytes).toString("utf8")));
  } catch (cause) {
    throw new UnusableFolderError(l10n.t`The package.json of ${name} cannot be read. Correct it, then deploy again.`, {
      cause,
    });
  }
}

/** The module to run. Throws if there is none. */
function requireEntry(name: string, files: readonly FileContent[], main: string | undefined): string {
  const found = findEntry(files, main);
  if (found !== undefined) return found;
  throw new UnusableFolderError(
    main === undefined
      ? l10n.t`${name} has no server.mjs, and no package.json that names its main file.`
      : l10n.t`The package.json of ${name} says that ${main} is its main file, which is not there.`,
  );
}

/** The main file of package.json, else one of the usual names. */
function findEntry(files: readonly FileContent[], main: string | undefined): string | undefined {
  const usual = main === undefined ? [...entries, dockerfile] : [main.replace(/^\.\//, "")];
  return usual.find((entry) => files.some(({ path }) => path === entry));
}

/** The file to open first for a reader: the one that is run. */
export function findFileToRead(files: readonly FileContent[]): string | undefined {
  const manifest = files.find(({ path }) => path === "package.json");
  const { data } = packageSchema.safeParse(tryParseJson(new TextDecoder().decode(manifest?.bytes)));
  const readme = files.find(({ path }) => path === "README.md");
  return findEntry(files, data?.main) ?? (readme ?? files[0])?.path;
}

import { formatJson } from "../generator/output/formatJson.ts";
import type { FileContent } from "../text/files/fileContent.ts";
import { createComposeFile } from "./composeFile.ts";
import { createEnvironmentExample } from "./environmentExample.ts";
import type { ExportedServer, ExportFormat } from "./exportedServer.ts";
import { createExportReadme } from "./exportReadme.ts";
import { createDockerfile, createDockerignore, getServiceName } from "./imageFiles.ts";
import { createKubernetesFile } from "./kubernetesFile.ts";
import { findServerProgram, readExportedText, type ServerProgram } from "./serverProgram.ts";

/** Why a version cannot be exported: nothing says how it is started, or it has no port that the format could publish. */
export type ExportProblem = "noEntry" | "noPort";

/** Creates all files of an export: those of the version, and those that its format needs. */
export function createExportFiles(
  server: ExportedServer,
  format: ExportFormat,
): readonly FileContent[] | ExportProblem {
  const program = findServerProgram(server);
  if (!program) return "noEntry";
  if (program.transport === "stdio" && format !== "folder") return "noPort";
  const added = createFormatFiles(server, program, format);
  const texts = {
    ...createManifest(server, program),
    ...added.files,
    ".env.example": createEnvironmentExample(server, program),
    "README.md": createExportReadme(server, program, { format, path: added.path }),
  };
  const files = new Map(server.files.map((file) => [file.path, file]));
  for (const [path, text] of Object.entries(texts)) files.set(path, { path, bytes: Buffer.from(text) });
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

interface FormatFiles {
  /** The path of the file for the format; empty for a plain folder. */
  readonly path: string;
  readonly files: Readonly<Record<string, string>>;
}

function createFormatFiles(server: ExportedServer, program: ServerProgram, format: ExportFormat): FormatFiles {
  if (format === "folder") return { path: "", files: {} };
  const path = findFreePath(server.files, format);
  const text = format === "compose" ? createComposeFile(server, program) : createKubernetesFile(server);
  return { path, files: { ...createImageFiles(server, program, path), [path]: text } };
}

/** The version may have such a file itself, which stays. */
function findFreePath(files: readonly FileContent[], format: "compose" | "kubernetes"): string {
  const path = `${format}.yaml`;
  return files.some((file) => file.path === path) ? `${format}.fairlead.yaml` : path;
}

function createImageFiles({ files }: ExportedServer, program: ServerProgram, formatPath: string) {
  const { entry, dockerfile } = program;
  const isOwn = dockerfile !== undefined || entry === undefined;
  return {
    ...(!isOwn && { Dockerfile: createDockerfile({ ...program, entry }) }),
    ".dockerignore": createDockerignore(readExportedText(files, ".dockerignore") ?? "", formatPath),
  };
}

/** A `package.json` for a version without one. */
function createManifest(server: ExportedServer, { entry, hasManifest, nodeVersion }: ServerProgram) {
  if (hasManifest || entry === undefined) return {};
  const manifest = {
    name: getServiceName(server),
    version: server.version,
    private: true,
    ...(server.description && { description: server.description }),
    main: entry,
    scripts: { start: `node --env-file-if-exists=.env ${entry}` },
    engines: { node: `>=${nodeVersion}` },
  };
  return { "package.json": formatJson(manifest) };
}

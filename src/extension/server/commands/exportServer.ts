import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import { serverLimitsSchema } from "../../../contract/runners.ts";
import type { Server } from "../../../contract/servers.ts";
import { isVariableSet } from "../../../contract/serverVariableState.ts";
import { createExportFiles, type ExportProblem } from "../../../export/createExportFiles.ts";
import {
  type ExportedServer,
  type ExportedVariable,
  type ExportFormat,
  exportFormats,
} from "../../../export/exportedServer.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { CommandError } from "../../base/failure.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findNodeVersion } from "../../registry/commands/findArtifactVersion.ts";
import { codeFile } from "../../registry/model/versionFiles.ts";
import { findLiveVersion } from "../model/findLiveVersion.ts";
import { selectFolderCode } from "../model/folder/folderLink.ts";
import { readVariableValue } from "../model/serverVariables.ts";
import { onServer } from "./findServer.ts";
import { findNewCodeFolder, findUnlinkedFolder, promptForParentFolder } from "./folder/chooseCodeFolder.ts";

/** Writes a version of a server to a folder, with what it needs to run without Fairlead. The folder is not connected with the server. */
export const exportServer = onServer<ConnectedServices>(
  {
    title: l10n.t("Export"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("There is no server with code yet."),
  },
  async (app, { client, server }, target) => {
    const version = await findVersion(client, server, target);
    if (!server.artifactId || !version)
      return showMessage(app, "info", l10n.t`${server.name} has no code yet. Generate it first.`);
    const [called, title] = [`${server.name} ${version}`, l10n.t`Export ${server.name} ${version}`];
    const format = await askFormat(app, title);
    if (format === undefined) return;
    const parent = await promptForParentFolder(app, { title, action: l10n.t("Export Here") });
    if (parent === undefined) return;
    const read = await runCancellable(app.progress, l10n.t`Exporting ${called}`, (_, signal) =>
      readExportedServer(client, { server, version }, signal),
    );
    if (read.kind === "cancelled") return;
    const files = createExportFiles(read.value, format);
    if (typeof files === "string") throw new CommandError(describeProblem(files, called));
    const folder = await writeExport(app, { server, called, parent }, files);
    if (folder !== undefined) showExported(app, { called, folder, hasAccounts: read.value.accounts.length > 0 });
  },
);

function describeProblem(problem: ExportProblem, called: string): string {
  if (problem === "noPort")
    return l10n.t`${called} was not exported, because it exchanges messages over its standard input and output and has no port. Choose Plain Folder.`;
  return l10n.t`${called} was not exported, because nothing says which file starts it. Name it as "main" in a package.json, or add a Dockerfile, and generate a new version.`;
}

/** The version of the row, or the server's live one, or its latest. */
async function findVersion(client: ServiceClient, server: Server, { node }: CommandTarget) {
  const chosen = node?.kind === "deployment" ? node.deployment.version : findNodeVersion(node);
  return chosen ?? (await findLiveVersion(client, server)) ?? server.latestVersion;
}

const formatName = "exportFormat";

/** Prompts for the format, with that of the last time first. undefined: cancelled. */
async function askFormat(app: EditorServices, title: string): Promise<ExportFormat | undefined> {
  const last = z.enum(exportFormats).safeParse(app.memory.read("user", formatName)).data;
  const format = await app.prompts.pick({
    title,
    placeholder: l10n.t("Where is it to run?"),
    choices: exportFormats.map((value) => ({ ...formatChoices[value], value })),
    active: (value) => value === last,
  });
  if (format === undefined) return undefined;
  await app.memory.write("user", formatName, format);
  return format;
}

const formatChoices = {
  folder: { label: l10n.t("Plain Folder"), detail: l10n.t("The code, and how to run it."), icon: "folder" },
  compose: {
    label: "Compose",
    detail: l10n.t("With a Dockerfile and a Compose file, for Docker and Podman."),
    icon: "package",
  },
  kubernetes: {
    label: "Kubernetes",
    detail: l10n.t("With a Dockerfile, a Deployment, a Service, a Secret and a NetworkPolicy."),
    icon: "server-environment",
  },
} as const satisfies Record<ExportFormat, { readonly label: string; readonly detail: string; readonly icon: string }>;

interface Exported {
  readonly called: string;
  readonly folder: string;
  readonly hasAccounts: boolean;
}

function showExported(app: EditorServices, { called, folder, hasAccounts }: Exported): void {
  const exported = l10n.t`Exported ${called} to ${readDocumentName(folder)}. Its README.md says how to run it.`;
  const note = hasAccounts && l10n.t("Without Fairlead it gets no tokens of its accounts.");
  showMessage(app, "info", joinWords(exported, note), {
    [l10n.t("Open Folder")]: () => app.documents.openFolder(folder),
    [l10n.t("Open README.md")]: () => app.documents.show(folderPathUri({ root: folder, path: "README.md" })),
  });
}

/** Reads the files of a version, and what an export says of its server. The values of secrets are not among it. */
async function readExportedServer(
  client: ServiceClient,
  { server, version }: { readonly server: Server; readonly version: string },
  signal: AbortSignal,
): Promise<ExportedServer> {
  const artifact = await client.call("registry.artifact", { id: server.artifactId ?? "", version }, { signal });
  const { limits: { memoryMb, cpus } = {} } = server;
  return {
    version,
    name: server.name,
    slug: server.slug,
    description: server.description,
    entry: artifact.version?.entry,
    files: selectFolderCode((artifact.files ?? []).flatMap((file) => codeFile(file) ?? [])),
    variables: listVariables(server),
    allowedHosts: server.allowedHosts ?? [],
    accounts: (server.accounts ?? []).flatMap(({ provider, scheme }) => provider ?? scheme ?? []),
    limits: serverLimitsSchema.safeParse({ memoryMb, cpus }).data ?? {},
  };
}

/** The variables that the service describes, and the others that the server has values for, which may be secrets. */
function listVariables(server: Server): readonly ExportedVariable[] {
  const { variables = [], environment = {} } = server;
  const described = variables.map((variable) => ({
    name: variable.name,
    description: variable.description,
    documentation: variable.documentation,
    isRequired: variable.required === true,
    isSet: isVariableSet(server, variable) === true,
    value: readVariableValue(server, variable),
  }));
  const known = new Set(variables.map(({ name }) => name));
  const others = Object.keys(environment).filter((name) => !known.has(name));
  return [...described, ...others.map((name) => ({ name, isRequired: false, isSet: true }))].filter(({ name }) =>
    isVariable.test(name),
  );
}

/** Another service may take names that neither an environment file nor a Secret can have. */
const isVariable = /^[A-Za-z_][A-Za-z0-9_]*$/;

interface Export {
  readonly server: Server;
  /** The server and its version. */
  readonly called: string;
  readonly parent: string;
}

const mostNames = 6;

/** Writes the files to a folder of the server's name, and asks before it replaces any. Returns the folder; undefined: nothing was written. */
async function writeExport(
  app: ConnectedServices,
  { server, called, parent }: Export,
  files: readonly FileContent[],
): Promise<string | undefined> {
  const { documents } = app;
  const folder = await findUnlinkedFolder(app, parent, server);
  if (!(await documents.isFolder(folder))) return await write(app, folder, files);
  await documents.save(folder);
  const { added, replaced } = await compareFiles(app, folder, files);
  const name = readDocumentName(folder);
  if (added.length + replaced.length === 0)
    return showMessage(app, "info", l10n.t`${name} already has this export of ${called}.`);
  const [replace, newFolder] = [l10n.t("Replace"), l10n.t("New Folder")];
  const answer = await app.prompts.decide({
    message: l10n.t`Export ${called} into ${name}, which exists already?`,
    detail: describeFiles(added, replaced),
    actions: [replace, newFolder],
  });
  if (answer === undefined) return undefined;
  if (answer === replace) return await write(app, folder, [...added, ...replaced]);
  return await write(app, await findNewCodeFolder(app, parent, server), files);
}

async function write({ documents }: ConnectedServices, folder: string, files: readonly FileContent[]) {
  await documents.changeFolder(folder, { write: files });
  return folder;
}

/** The files that the folder does not have, and those that it has with another content. */
async function compareFiles({ documents }: ConnectedServices, folder: string, files: readonly FileContent[]) {
  const [added, replaced]: [FileContent[], FileContent[]] = [[], []];
  for (const file of files) {
    const bytes = await documents.readFile(folderPathUri({ root: folder, path: file.path }));
    if (!bytes) added.push(file);
    else if (Buffer.compare(bytes, file.bytes) !== 0) replaced.push(file);
  }
  return { added, replaced };
}

function describeFiles(added: readonly FileContent[], replaced: readonly FileContent[]): string {
  const list = (files: readonly FileContent[]) =>
    formatFirst(
      files.map(({ path }) => path),
      mostNames,
    );
  return [
    replaced.length > 0 ? l10n.t`Replaced: ${list(replaced)}.` : l10n.t("No file is replaced."),
    ...(added.length > 0 ? [l10n.t`Added: ${list(added)}.`] : []),
    l10n.t("Other files of the folder stay."),
  ].join("\n");
}

import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { createExportFiles, type ExportProblem } from "../../../../export/createExportFiles.ts";
import { type ExportFormat, exportFormats } from "../../../../export/exportedServer.ts";
import { readDocumentName } from "../../../../text/documentName.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { CommandHandler, EditorServices } from "../../../base/editorServices.ts";
import { folderPathUri } from "../../../base/folderPath.ts";
import { promptBack } from "../../../base/ports.ts";
import type { CommandTarget } from "../../../base/rows/commandTarget.ts";
import { runCancellable } from "../../../base/runCancellable.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { findNodeVersion } from "../../../registry/commands/findArtifactVersion.ts";
import { findLiveVersion } from "../../model/findLiveVersion.ts";
import { type FindServerContext, findServerAndClient } from "../findServer.ts";
import { promptForParentFolder } from "../folder/chooseCodeFolder.ts";
import { readExportedServer } from "./readExportedServer.ts";
import { writeExport } from "./writeExport.ts";

/** The version cannot be exported; the message has the reason. */
class ExportError extends Error {
  override readonly name = "ExportError";
}

/** Writes a version of a server to a folder, with what it needs to run without Fairlead. The folder is not connected with the server. */
export const exportServer: CommandHandler<FindServerContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Export"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("There is no server with code yet."),
  });
  if (!found) return;
  const { client, server } = found;
  const version = await findVersion(client, server, target);
  if (!server.artifactId || !version) {
    showMessage(app, "info", l10n.t`${server.name} has no code yet. Generate it first.`);
    return;
  }
  const [called, title] = [`${server.name} ${version}`, l10n.t`Export ${server.name} ${version}`];
  const format = await askFormat(app, title);
  if (format === undefined) return;
  const parent = await promptForParentFolder(app, { title, action: l10n.t("Export Here") });
  if (parent === undefined) return;
  const task = { title: l10n.t`Exporting ${called}`, in: "notification" } as const;
  const read = await runCancellable(app.progress, task, (_, signal) =>
    readExportedServer(client, { server, version }, signal),
  );
  if (read.kind === "cancelled") return;
  const files = createExportFiles(read.value, format);
  if (typeof files === "string") throw new ExportError(describeProblem(files, called));
  const folder = await writeExport(app, { server, called, parent }, files);
  if (folder !== undefined) showExported(app, { called, folder, hasAccounts: read.value.accounts.length > 0 });
};

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
  if (format === undefined || format === promptBack) return undefined;
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

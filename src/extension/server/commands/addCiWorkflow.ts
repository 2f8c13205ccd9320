import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import { isVariableSet } from "../../../contract/serverVariableState.ts";
import type { CiFile, CiWorkflow } from "../../../export/ci/ciWorkflow.ts";
import { createGithubWorkflow } from "../../../export/ci/githubWorkflow.ts";
import { createGitlabPipeline, gitlabMainFile } from "../../../export/ci/gitlabPipeline.ts";
import { isWebUri, readDocumentName } from "../../../text/documentName.ts";
import { formatList } from "../../../text/language/formatList.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { confirmShownChange } from "../../base/prompts/confirmShownChange.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findServerFolder } from "../model/folder/findServerFolder.ts";
import { findOverlay } from "../model/overlay/findOverlay.ts";
import { readServer } from "../model/readServer.ts";
import { findRepository, type Repository } from "../model/repository.ts";
import { getServerLinks } from "../model/serverLinks.ts";
import { readVariableValue } from "../model/serverVariables.ts";
import type { ServerServices } from "../serverServices.ts";
import { chooseDocument } from "./chooseDocument.ts";
import { findServerAndClient } from "./findServer.ts";

type AddCiWorkflowContext = ConnectedServices & Pick<ServerServices, "commandLinePackage">;

const title = l10n.t("Add CI Workflow");

/** Writes a workflow that checks changes of a server's document or code, and deploys them, into its repository. */
export const addCiWorkflow: CommandHandler<AddCiWorkflowContext> = async (app, target) => {
  const server = await findWorkflowServer(app, target);
  const source = server && (await findSource(app, server, target));
  if (!source) return;
  const repository = await findRepository(app.documents, source.uri);
  if (!repository)
    return showMessage(
      app,
      "info",
      l10n.t`${readDocumentName(source.uri)} is in no Git repository. Initialize one, then add the workflow.`,
    );
  const workflow = await createWorkflow(app, server, source, repository);
  const create = async () =>
    repository.isAtGitlab
      ? createGitlabPipeline(workflow, await readText(app, repository, gitlabMainFile))
      : [createGithubWorkflow(workflow)];
  const written = await writeFiles(app, repository, create);
  if (written) showWritten(app, repository, workflow, written);
};

/** The server of the document, of the row, or one that the user picks. */
async function findWorkflowServer(app: AddCiWorkflowContext, target: CommandTarget): Promise<Server | undefined> {
  const linked = target.resource === undefined ? undefined : getServerLinks(app).ofDocument(target.resource);
  const client = linked && (await app.client());
  const known = linked && client && (await readServer(client, linked.serverId));
  if (known) return known;
  const question = { title, suits: hasVersion, none: l10n.t("No server has code to deploy yet.") };
  return (await findServerAndClient(app, target, question))?.server;
}

const hasVersion = ({ latestVersion }: Server) => Boolean(latestVersion);

interface WorkflowSource {
  readonly kind: "document" | "folder";
  readonly uri: string;
}

/** The document or the folder of code that versions come from. undefined: cancelled, or there is none here. */
async function findSource(
  app: AddCiWorkflowContext,
  server: Server,
  target: CommandTarget,
): Promise<WorkflowSource | undefined> {
  if (server.source?.kind !== "openapi") {
    const folder = await findServerFolder(app, server.id);
    if (folder !== undefined) return { kind: "folder", uri: folder };
    return showMessage(
      app,
      "info",
      l10n.t`The code of ${server.name} is in no folder of this workspace. Save it to one first.`,
    );
  }
  const known = target.resource ?? getServerLinks(app).documentOf(server.id);
  const uri = known ?? (await chooseDocument(app, {}, false, title))?.uri;
  if (uri === undefined) return undefined;
  if (!isWebUri(uri)) return { kind: "document", uri };
  return showMessage(
    app,
    "info",
    l10n.t`${server.name} is generated from ${uri}. Save the document in a repository, and generate from there.`,
  );
}

async function createWorkflow(
  { documents, connections, commandLinePackage }: AddCiWorkflowContext,
  server: Server,
  { kind, uri }: WorkflowSource,
  { root, branch }: Repository,
): Promise<CiWorkflow> {
  const toPath = (of: string) => decodeURIComponent(of.slice(root.length + 1)) || ".";
  const overlay = kind === "document" ? await findOverlay(documents, uri) : undefined;
  const connection = connections.active();
  const needed = (server.variables ?? []).filter((one) => one.required === true || isVariableSet(server, one) === true);
  return {
    server: server.slug ?? server.name,
    source:
      kind === "folder"
        ? { kind, path: toPath(uri) }
        : { kind, path: toPath(uri), overlay: overlay && toPath(overlay.uri) },
    // No build server reaches the service of this machine.
    serviceUrl: connection?.kind === "remote" ? connection.baseUrl : undefined,
    variables: needed.map((one) => ({ name: one.name, value: readVariableValue(server, one) })),
    branch,
    commandLinePackage,
  };
}

async function readText({ documents }: AddCiWorkflowContext, { root }: Repository, path: string) {
  const bytes = await documents.readFile(`${root}/${path}`);
  return bytes && new TextDecoder().decode(bytes);
}

/** Shows the change, asks, and writes it. Returns the files that changed; undefined: nothing was written. */
async function writeFiles(
  app: AddCiWorkflowContext,
  repository: Repository,
  create: () => Promise<readonly CiFile[]>,
): Promise<readonly CiFile[] | undefined> {
  const readAll = (files: readonly CiFile[]) => Promise.all(files.map(({ path }) => readText(app, repository, path)));
  for (;;) {
    const files = await create();
    const before = await readAll(files);
    const changed = files.filter(({ text }, index) => text !== before[index]);
    const paths = formatList(changed.map(({ path }) => path));
    if (changed.length === 0)
      return showMessage(app, "info", l10n.t`${formatList(files.map(({ path }) => path))}: nothing is to be changed.`);
    const compared = files.flatMap(({ path, text }, index) => {
      const [name, left] = [readDocumentName(path), before[index]];
      if (left === text) return [];
      return [{ label: path, left: left === undefined ? undefined : { name, text: left }, right: { name, text } }];
    });
    const page = await app.documents.compare(title, compared, { preserveFocus: true });
    const question = l10n.t`Write ${paths} into the repository?`;
    if (!(await confirmShownChange(app, { title, question, action: l10n.t("Write"), page }))) return undefined;
    if (JSON.stringify(await readAll(files)) === JSON.stringify(before)) {
      const write = changed.map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) }));
      await app.documents.changeFolder(repository.root, { write });
      return changed;
    }
    void app.messages.warning(
      l10n.t`${paths} changed in the meantime, so nothing was written there. Look at the new change.`,
    );
  }
}

function showWritten(
  app: AddCiWorkflowContext,
  { root }: Repository,
  { variables, serviceUrl }: CiWorkflow,
  [first]: readonly CiFile[],
): void {
  const secrets = variables.flatMap(({ name, value }) => (value === undefined ? [name] : []));
  const names = formatList(["FAIRLEAD_KEY", ...secrets, ...(serviceUrl === undefined ? ["FAIRLEAD_URL"] : [])]);
  const path = first?.path ?? "";
  const message = l10n.t`Wrote ${path}. Give the repository these secrets and variables in its settings, then commit it: ${names}.`;
  showMessage(app, "info", message, {
    [l10n.t("Open")]: () => app.documents.show(`${root}/${path}`),
    // A key of the local service is of no use there.
    ...(serviceUrl !== undefined && { [l10n.t("Create API Key")]: () => app.run("fairlead.apiKey.create") }),
  });
}

import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server, ServerSource } from "../../../contract/servers.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../base/ports.ts";
import { askInSequence, createQuestion, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { findResourceNameProblem } from "../../base/prompts/findResourceNameProblem.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import {
  askProject,
  ensureProject,
  findDefaultProject,
  listProjects,
  type ProjectChoice,
} from "../../project/commands/projectChoice.ts";

/** The fields of a new server. */
export interface NewServer {
  readonly name: string;
  readonly project: ProjectChoice | undefined;
}

/** Prompts for a new server's fields; undefined: cancelled, and nothing was created. */
export async function askNewServer(
  app: ConnectedServices,
  client: ServiceClient,
  title: string,
  initialAnswers: NewServer,
): Promise<(NewServer & { project: ProjectChoice }) | undefined> {
  const { project, questions } = await findServerProject<NewServer>(app, client, title);
  const naming = createQuestion<"name", NewServer>("name", ({ name }, step) =>
    askServerName(app, { title, step, value: name }),
  );
  const answers = await askInSequence({ ...initialAnswers, project }, [naming, ...questions]);
  return answers?.project && { ...answers, project: answers.project };
}

interface ServerProject<Answers> {
  /** The selected, only or default project. */
  readonly project: ProjectChoice | undefined;
  /** The prompt if there is none of these. */
  readonly questions: readonly SequenceQuestion<Answers>[];
}

/** The project of a new server. */
export async function findServerProject<Answers extends NewServer>(
  app: ConnectedServices,
  client: ServiceClient,
  title: string,
): Promise<ServerProject<Answers>> {
  const projects = await listProjects(client);
  const obvious = await findDefaultProject(app, client, projects);
  const question = createQuestion<"project", Answers>("project", ({ project }, step) =>
    askProject(app, projects, project, { title, step }),
  );
  return { project: obvious, questions: obvious ? [] : [question] };
}

export async function askServerName(
  app: EditorServices,
  question: { readonly title: string; readonly step?: PromptStep; readonly value: string },
): Promise<string | PromptBack | undefined> {
  const prompt = l10n.t("The server's name, as its users see it");
  const name = await app.prompts.input({ ...question, prompt, validate: findResourceNameProblem });
  return name === undefined || name === promptBack ? name : name.trim();
}

/** The wanted name, with the first number that makes it differ from the other servers of the project, if they can be read. */
export async function proposeServerName(
  { log }: EditorServices,
  client: ServiceClient,
  project: ProjectChoice | undefined,
  wanted: string,
): Promise<string> {
  if (project?.kind === "new") return wanted;
  const taken = new Set<string>();
  try {
    const filter = { q: wanted, limit: 200, ...(project && { projectId: project.id }) };
    for (const { name } of (await client.call("servers.list", filter)).items) taken.add(name);
  } catch (error) {
    if (isAbortError(error)) throw error;
    log.warning(`A server may have the name ${wanted} already: ${readErrorMessage(error)}`);
  }
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} (${number})`;
  return name;
}

interface NewServerInput {
  readonly name: string;
  readonly project: ProjectChoice;
  readonly source?: ServerSource;
}

/** Creates a server, and its project if that is new. */
export async function createServerInProject(
  app: ConnectedServices,
  client: ServiceClient,
  newServer: NewServerInput,
  signal: AbortSignal,
): Promise<Server> {
  const projectId = await ensureProject(app, client, newServer.project, signal);
  const { name, source } = newServer;
  return client.call("servers.create", { projectId, name, ...(source && { source }) }, { signal });
}

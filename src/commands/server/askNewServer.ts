import type { Client } from "../../client/client.ts";
import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { type Back, back, type Step } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";
import { askProject, listProjects, obviousProject, type ProjectChoice } from "../project/projectChoice.ts";

/** What a new server needs to be told. */
export interface NewServer {
  readonly name: string;
  readonly project: ProjectChoice | undefined;
}

/** Asks for what is new about a server, after what else is to be asked; undefined: escaped, and nothing was made. */
export async function askNew<Answers extends NewServer>(
  app: App,
  client: Client,
  title: string,
  known: Answers,
  first: readonly Question<Answers>[] = [],
): Promise<(Answers & { project: ProjectChoice }) | undefined> {
  const projects = await listProjects(client);
  const obvious = await obviousProject(app, client, projects);
  const question: Question<Answers> = async (answers, step) => {
    const project = await askProject(app, projects, answers.project, { title, step });
    return project === undefined || project === back ? project : { ...answers, project };
  };
  const naming: Question<Answers> = async (answers, step) => {
    const name = await askName(app, { title, step, value: answers.name });
    return name === undefined || name === back ? name : { ...answers, name: name.trim() };
  };
  const answers = await askInTurn({ ...known, project: obvious }, [...first, naming, ...(obvious ? [] : [question])]);
  return answers?.project && { ...answers, project: answers.project };
}

function askName(
  app: App,
  question: { readonly title: string; readonly step?: Step; readonly value: string },
): Promise<string | Back | undefined> {
  return app.prompts.input({ ...question, prompt: "The server's name, as its users see it", validate: nameProblem });
}

/** Why a text cannot be a server's name; the service's own rule. */
export function nameProblem(text: string): string | undefined {
  if (text.trim() === "") return "Enter a name.";
  return text.trim().length > 100 ? "At most 100 characters." : undefined;
}

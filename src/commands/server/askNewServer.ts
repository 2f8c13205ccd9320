import type { ServiceClient } from "../../client/client.ts";
import { askInSequence, type SequenceQuestion } from "../../core/foundation/askInSequence.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";
import { askProject, findDefaultProject, listProjects, type ProjectChoice } from "../project/projectChoice.ts";

/** The fields of a new server. */
export interface NewServer {
  readonly name: string;
  readonly project: ProjectChoice | undefined;
}

/** Prompts for a new server's fields after the caller's own prompts; undefined: cancelled, and nothing was created. */
export async function askNewServer<Answers extends NewServer>(
  app: Pick<App, "connections" | "memory" | "prompts">,
  client: ServiceClient,
  title: string,
  initialAnswers: Answers,
  first: readonly SequenceQuestion<Answers>[] = [],
): Promise<(Answers & { project: ProjectChoice }) | undefined> {
  const projects = await listProjects(client);
  const obvious = await findDefaultProject(app, client, projects);
  const question: SequenceQuestion<Answers> = async (answers, step) => {
    const project = await askProject(app, projects, answers.project, { title, step });
    return project === undefined || project === promptBack ? project : { ...answers, project };
  };
  const naming: SequenceQuestion<Answers> = async (answers, step) => {
    const name = await askName(app, { title, step, value: answers.name });
    return name === undefined || name === promptBack ? name : { ...answers, name: name.trim() };
  };
  const answers = await askInSequence({ ...initialAnswers, project: obvious }, [
    ...first,
    naming,
    ...(obvious ? [] : [question]),
  ]);
  return answers?.project && { ...answers, project: answers.project };
}

function askName(
  app: Pick<App, "prompts">,
  question: { readonly title: string; readonly step?: PromptStep; readonly value: string },
): Promise<string | PromptBack | undefined> {
  return app.prompts.input({
    ...question,
    prompt: "The server's name, as its users see it",
    validate: checkServerName,
  });
}

/** Why a text is no valid server name, by the service's rule. */
export function checkServerName(text: string): string | undefined {
  if (text.trim() === "") return "Enter a name.";
  return text.trim().length > 100 ? "At most 100 characters." : undefined;
}

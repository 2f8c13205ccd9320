import { type Back, back, type Prompts } from "../../core/ports.ts";
import { askInTurn, type Question } from "../../core/sequence.ts";

export interface ProjectFields {
  readonly name: string;
  readonly description: string;
}

/** What a project is called and what it is for; undefined: escaped. */
export function askProjectFields(
  prompts: Prompts,
  title: string,
  known: ProjectFields,
): Promise<ProjectFields | undefined> {
  const naming: Question<ProjectFields> = async (fields, step) => {
    const text = await prompts.input({
      title,
      step,
      prompt: "The project's name",
      value: fields.name,
      validate: nameProblem,
    });
    return filled(text, (name) => ({ ...fields, name }));
  };
  const describing: Question<ProjectFields> = async (fields, step) => {
    const prompt = "What is it for? May stay empty";
    const text = await prompts.input({ title, step, prompt, value: fields.description, validate: descriptionProblem });
    return filled(text, (description) => ({ ...fields, description }));
  };
  return askInTurn(known, [naming, describing]);
}

function filled<T>(text: string | Back | undefined, fill: (text: string) => T): T | Back | undefined {
  return text === undefined || text === back ? text : fill(text.trim());
}

function nameProblem(text: string): string | undefined {
  if (text.trim() === "") return "Enter a name.";
  return text.trim().length > 100 ? "At most 100 characters." : undefined;
}

const descriptionProblem = (text: string) => (text.length > 2000 ? "At most 2,000 characters." : undefined);

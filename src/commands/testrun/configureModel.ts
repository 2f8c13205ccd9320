import { hostOf, originOf } from "../../core/connection/connection.ts";
import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { back } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { Model } from "../../core/testrun/modelSettings.ts";
import { readModelUrl } from "../../core/testrun/modelUrl.ts";
import type { App, Command } from "../app.ts";

const title = "Configure Model";

/** The model that evals and triggers of skills are run with: its endpoint, its name, and the key in the secret storage. */
export const configureModel: Command = async (app) => {
  const { settings } = app.model;
  const known = settings.read();
  const next = known ? await askWhat(app, known) : "change";
  if (next === "remove") {
    await settings.remove();
    say(app, "info", "No model is used any more, and its key is gone. Cases that need one are skipped.");
  }
  if (next !== "change") return;
  const answers = await askModel(app, known);
  if (!answers) return;
  const { key, ...model } = answers;
  await settings.write(model, key === "" ? undefined : key);
  const words = `Evals and triggers are run with ${model.name} at ${hostOf(model.baseUrl)}.`;
  say(app, "info", `${words} Before each run it is said how many calls it makes.`);
};

async function askWhat(app: App, known: Model): Promise<"change" | "remove" | undefined> {
  const picked = await app.prompts.pick<"change" | "remove">({
    title,
    placeholder: `${known.name} at ${hostOf(known.baseUrl)}`,
    choices: [
      { label: "Change", detail: "Another endpoint, model or key", icon: "edit", value: "change" },
      { label: "None", detail: "Forget the model and its key", icon: "circle-slash", value: "remove" },
    ],
  });
  return picked === back ? undefined : picked;
}

interface Answers extends Model {
  readonly key: string;
}

function askModel(app: App, known: Model | undefined): Promise<Answers | undefined> {
  const { prompts } = app;
  const url: Question<Answers> = async (answers, step) => {
    const text = await prompts.input({
      ...{ title, step, value: answers.baseUrl, placeholder: "https://api.openai.com/v1" },
      prompt: "The endpoint's URL, OpenAI-compatible: what comes before /chat/completions",
      validate: (typed) => {
        const found = readModelUrl(typed);
        return found.kind === "unusable" ? found.reason : undefined;
      },
    });
    if (text === undefined || text === back) return text;
    const found = readModelUrl(text);
    return found.kind === "fine" ? { ...answers, baseUrl: found.baseUrl } : undefined;
  };
  const name: Question<Answers> = async (answers, step) => {
    const text = await prompts.input({
      ...{ title, step, prompt: "The model's name, as the endpoint knows it", value: answers.name },
      validate: (typed) => (/^.{1,200}$/.test(typed.trim()) ? undefined : "Enter the model's name."),
    });
    return text === undefined || text === back ? text : { ...answers, name: text.trim() };
  };
  return askInTurn({ baseUrl: known?.baseUrl ?? "", name: known?.name ?? "", key: "" }, [
    url,
    name,
    keyQuestion(app, known),
  ]);
}

function keyQuestion(app: App, known: Model | undefined): Question<Answers> {
  return async (answers, step) => {
    const isSame = known !== undefined && originOf(known.baseUrl) === originOf(answers.baseUrl);
    const hasKey = isSame && (await app.model.settings.keyFor(known)) !== undefined;
    const empty = hasKey ? "Leave it empty to keep the one there is." : "Leave it empty if there is none.";
    const key = await app.prompts.input({
      ...{ title, step, secret: true, value: answers.key },
      prompt: `API key for ${hostOf(answers.baseUrl)}. It is kept in the editor's secret storage and sent nowhere else. ${empty}`,
      validate: (typed) =>
        /[^\x21-\x7e]/.test(typed.trim()) ? "A key has no spaces or special characters." : undefined,
    });
    return key === undefined || key === back ? key : { ...answers, key: key.trim() };
  };
}

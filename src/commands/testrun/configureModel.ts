import * as l10n from "@vscode/l10n";
import { readUrlHost, readUrlOrigin } from "../../core/connection/connection.ts";
import { askInSequence, type SequenceQuestion } from "../../core/foundation/askInSequence.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { ConfiguredModel } from "../../core/testrun/modelSettings.ts";
import { readModelUrl } from "../../core/testrun/modelUrl.ts";
import type { App, CommandHandler } from "../app.ts";

const title = l10n.t("Configure Model");

/** Configures the model for evals and triggers of skills: its endpoint, its name, and the key in the secret storage. */
export const configureModel: CommandHandler<Pick<App, "log" | "messages" | "model" | "prompts">> = async (app) => {
  const { settings } = app.model;
  const currentModel = settings.read();
  const next = currentModel ? await askWhat(app, currentModel) : "change";
  if (next === "remove") {
    await settings.remove();
    showMessage(app, "info", l10n.t("The model and its key were removed. Cases that need one are skipped."));
  }
  if (next !== "change") return;
  const answers = await askModel(app, currentModel);
  if (!answers) return;
  const { key, ...model } = answers;
  await settings.write(model, key === "" ? undefined : key);
  const words = l10n.t`Evals and triggers are run with ${model.name} at ${readUrlHost(model.baseUrl)}.`;
  showMessage(app, "info", l10n.t`${words} Each run first shows the number of its calls.`);
};

async function askWhat(
  app: Pick<App, "prompts">,
  currentModel: ConfiguredModel,
): Promise<"change" | "remove" | undefined> {
  const picked = await app.prompts.pick<"change" | "remove">({
    title,
    placeholder: l10n.t`${currentModel.name} at ${readUrlHost(currentModel.baseUrl)}`,
    choices: [
      { label: l10n.t("Change"), detail: l10n.t("Another endpoint, model or key"), icon: "edit", value: "change" },
      { label: l10n.t("None"), detail: l10n.t("Remove the model and its key"), icon: "circle-slash", value: "remove" },
    ],
  });
  return picked === promptBack ? undefined : picked;
}

interface Answers extends ConfiguredModel {
  readonly key: string;
}

function askModel(
  app: Pick<App, "model" | "prompts">,
  currentModel: ConfiguredModel | undefined,
): Promise<Answers | undefined> {
  const { prompts } = app;
  const url: SequenceQuestion<Answers> = async (answers, step) => {
    const text = await prompts.input({
      ...{ title, step, value: answers.baseUrl, placeholder: "https://api.openai.com/v1" },
      prompt: l10n.t("The endpoint's URL, OpenAI-compatible: what comes before /chat/completions"),
      validate: (typed) => {
        const found = readModelUrl(typed);
        return found.kind === "unusable" ? found.reason : undefined;
      },
    });
    if (text === undefined || text === promptBack) return text;
    const found = readModelUrl(text);
    return found.kind === "fine" ? { ...answers, baseUrl: found.baseUrl } : undefined;
  };
  const name: SequenceQuestion<Answers> = async (answers, step) => {
    const text = await prompts.input({
      ...{ title, step, prompt: l10n.t("The model's name, as the endpoint knows it"), value: answers.name },
      validate: (typed) => (/^.{1,200}$/.test(typed.trim()) ? undefined : l10n.t("Enter the model's name.")),
    });
    return text === undefined || text === promptBack ? text : { ...answers, name: text.trim() };
  };
  return askInSequence({ baseUrl: currentModel?.baseUrl ?? "", name: currentModel?.name ?? "", key: "" }, [
    url,
    name,
    keyQuestion(app, currentModel),
  ]);
}

function keyQuestion(
  app: Pick<App, "model" | "prompts">,
  currentModel: ConfiguredModel | undefined,
): SequenceQuestion<Answers> {
  return async (answers, step) => {
    const isSame = currentModel !== undefined && readUrlOrigin(currentModel.baseUrl) === readUrlOrigin(answers.baseUrl);
    const hasKey = isSame && (await app.model.settings.keyFor(currentModel)) !== undefined;
    const empty = hasKey
      ? l10n.t("Leave it empty to keep the current key.")
      : l10n.t("Leave it empty if there is none.");
    const key = await app.prompts.input({
      ...{ title, step, secret: true, value: answers.key },
      prompt: l10n.t`API key for ${readUrlHost(answers.baseUrl)}. It is kept in the editor's secret storage and sent nowhere else. ${empty}`,
      validate: (typed) =>
        /[^\x21-\x7e]/.test(typed.trim()) ? l10n.t("A key has no spaces or special characters.") : undefined,
    });
    return key === undefined || key === promptBack ? key : { ...answers, key: key.trim() };
  };
}

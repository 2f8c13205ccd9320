import * as l10n from "@vscode/l10n";
import { type Prompts, promptBack } from "../../../base/ports.ts";
import type { ConnectionProfile } from "../../../connection/model/connectionProfile.ts";
import type { LanguageModel, LanguageModels } from "./languageModels.ts";

export interface ModelChoiceParts {
  readonly models: LanguageModels;
  readonly prompts: Pick<Prompts, "pick" | "confirm">;
}

/** The connection whose answer is sent. */
interface AskedConnection {
  readonly name: string;
  readonly profileStore: Pick<ConnectionProfile, "agreedModels" | "addAgreedModel">;
}

/** The model that the user agrees to send a sample to. The agreement is stored by connection and model. undefined: cancelled. */
export async function chooseModel(
  { models, prompts }: ModelChoiceParts,
  connection: AskedConnection,
): Promise<LanguageModel | undefined> {
  const agreed = connection.profileStore.agreedModels();
  const model = await pickModel(prompts, await models.list(), agreed);
  if (!model || agreed.includes(model.id)) return model;
  const isAgreed = await prompts.confirm({
    message: l10n.t`Send a sample of this answer to ${model.name}?`,
    detail: [
      l10n.t`The language model gets the structure of the answer and the names of its fields, and the first items with shortened values. Keys, tokens, ids, e-mail addresses, hosts and URLs in them are masked. Other words of ${connection.name} are sent as they are.`,
      l10n.t(
        "It proposes where the fields are. You see each proposal before it is used, and nothing is stored without Save.",
      ),
      l10n.t`Fairlead asks once for ${connection.name} and this model.`,
    ].join("\n\n"),
    action: l10n.t("Send Sample"),
  });
  if (!isAgreed) return undefined;
  await connection.profileStore.addAgreedModel(model.id);
  return model;
}

async function pickModel(
  prompts: Pick<Prompts, "pick">,
  models: readonly LanguageModel[],
  agreed: readonly string[],
): Promise<LanguageModel | undefined> {
  if (models.length < 2) return models[0];
  const picked = await prompts.pick<LanguageModel>({
    title: l10n.t("Ask the Language Model"),
    placeholder: l10n.t("Which model proposes where the fields are?"),
    choices: models.map((model) => ({ label: model.name, icon: "sparkle", value: model })),
    active: ({ id }) => agreed.at(-1) === id,
  });
  return picked === promptBack ? undefined : picked;
}

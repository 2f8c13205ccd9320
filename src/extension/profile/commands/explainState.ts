import * as l10n from "@vscode/l10n";
import { operationNames } from "../../../contract/operationNames.ts";
import type { OperationName } from "../../../contract/operations.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { ConnectionProfile } from "../../connection/model/connectionProfile.ts";
import { listContractStates } from "../model/contractStates.ts";
import { removeExplainedWords } from "../model/mapping/removeExplainedWords.ts";
import { rejectLocalProfile, requireProfile } from "../model/requireProfile.ts";
import { applyProfile } from "./applyProfile.ts";
import { ensureSession } from "./ensureSession.ts";

/** A service's word for a state of a resource, which no table knows. */
interface UnknownWord {
  readonly operation: OperationName;
  readonly resource: string;
  readonly word: string;
}

/** Asks what a service's word for a state means, and reads it so from then on. */
export const explainState: CommandHandler<EditorServices & ConnectionServices> = async (app, target) => {
  const session = await ensureSession(app);
  if (!session) return;
  rejectLocalProfile(app);
  const { id, name } = session.connection;
  const words = listUnknownWords(session.profileStore).filter(
    ({ operation, word }) => operation === (target.operation ?? operation) && word === (target.state ?? word),
  );
  if (words.length === 0) {
    showMessage(app, "info", l10n.t`Fairlead knows each state that ${name} has shown so far.`);
    return;
  }
  const unknown = words.length === 1 ? words[0] : await pickWord(app, words);
  const state = unknown && (await pickState(app, unknown));
  if (!unknown || state === undefined) return;
  // The user may have switched the connection meanwhile.
  const profileStore = requireProfile(app, id);
  await saveMeaning(app, profileStore, unknown, state);
  showMessage(app, "info", l10n.t`${unknown.word} of ${name} is read as ${state}.`, {
    [l10n.t("Edit Profile")]: () => app.run("fairlead.profile.open"),
  });
};

/** Each word once for a resource. */
function listUnknownWords(profileStore: ConnectionProfile): readonly UnknownWord[] {
  const evidence = profileStore.evidence();
  return operationNames.flatMap((operation) => {
    const { resource, states = [] } = evidence[operation] ?? {};
    return resource === undefined ? [] : states.map((word) => ({ operation, resource, word }));
  });
}

async function pickWord({ prompts }: EditorServices, words: readonly UnknownWord[]): Promise<UnknownWord | undefined> {
  const distinct = new Map(words.map((one) => [JSON.stringify([one.resource, one.word]), one]));
  const picked = await prompts.pick<UnknownWord>({
    title: l10n.t("Explain a State"),
    placeholder: l10n.t("Which word of the service?"),
    choices: [...distinct.values()].map((value) => ({
      label: value.word,
      description: value.operation,
      icon: "question",
      value,
    })),
  });
  return picked === promptBack ? undefined : picked;
}

async function pickState(
  { prompts }: EditorServices,
  { operation, resource, word }: UnknownWord,
): Promise<string | undefined> {
  const picked = await prompts.pick<string>({
    title: l10n.t`What ${word} Means`,
    placeholder: l10n.t("Which state is it?"),
    choices: listContractStates(operation, resource).map(({ state, meaning }) => ({
      label: state,
      description: meaning,
      value: state,
    })),
  });
  return picked === promptBack ? undefined : picked;
}

async function saveMeaning(
  app: EditorServices & ConnectionServices,
  profileStore: ConnectionProfile,
  { resource, word }: UnknownWord,
  state: string,
): Promise<void> {
  const profile = profileStore.read();
  const known = profile.states?.[resource];
  removeExplainedWords(profileStore, resource, [word]);
  await applyProfile(app, profileStore, {
    ...profile,
    states: { ...profile.states, [resource]: { ...known, [word]: state } },
  });
}

import * as l10n from "@vscode/l10n";
import type { MappingProposal } from "../../../../webview/protocol/mappingPanelMessages.ts";
import { isAbortError, readErrorMessage } from "../../../base/failure.ts";
import { createReportRedactor, type HiddenIdentity } from "../reportRedactor.ts";
import { type CheckedAnswer, checkProposal } from "./checkProposal.ts";
import type { LanguageModel } from "./languageModels.ts";
import { createMappingSample } from "./mappingSample.ts";
import { proposeMapping, UnusableProposalError } from "./proposeMapping.ts";

/** The language model failed, or the user may not use it. */
export class ModelRefusedError extends Error {
  override readonly name = "ModelRefusedError";
}

/** Sends a masked sample of an answer to a model, and returns what the answer bears out of its proposal. */
export async function askForProposal(
  model: LanguageModel,
  answer: CheckedAnswer,
  hidden: HiddenIdentity,
  signal: AbortSignal,
): Promise<MappingProposal> {
  const { operation, fields, states, json } = answer;
  const sample = createMappingSample(json, createReportRedactor(hidden));
  const said = await proposeMapping(model, { operation, fields, states, sample }, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (isAbortError(error) || error instanceof UnusableProposalError) throw error;
    const message = l10n.t`The language model ${model.name} gave no proposal: ${readErrorMessage(error)}`;
    throw new ModelRefusedError(message, { cause: error });
  });
  const checked = await checkProposal(said, answer);
  signal.throwIfAborted();
  return { model: model.name.slice(0, 200), ...checked };
}

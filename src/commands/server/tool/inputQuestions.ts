import * as l10n from "@vscode/l10n";
import { promptBack } from "../../../core/foundation/ports.ts";
import type { EditableInput, EditableTool, listTakenInputs } from "../../../core/server/overlay/editableTool.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { editingStep, type ToolQuestion, type ToolQuestionContext } from "./toolQuestion.ts";

/** Asks for an input that the tool does not offer any more. */
export function createFixQuestion({ prompts }: ToolQuestionContext, tool: EditableTool): ToolQuestion {
  const title = l10n.t`Edit Tool ${tool.name}`;
  return {
    ...{ label: l10n.t("Fix or Hide a Parameter or Body Field..."), icon: "lock" },
    ask: async () => {
      const input = await prompts.pick({
        ...{ title, step: editingStep, placeholder: l10n.t("Which parameter or field of the body?") },
        choices: tool.inputs.map((one) => ({ label: one.name, description: describeInput(one), value: one })),
      });
      if (input === undefined || input === promptBack) return input;
      const { name, isRequired } = input;
      const text = await prompts.input({
        ...{ title, step: editingStep },
        prompt: isRequired
          ? l10n.t`The value of ${name} that is always sent`
          : l10n.t`The value of ${name} that is always sent; empty to hide it and send nothing`,
        validate: (typed) => (typed === "" && isRequired ? l10n.t`${name} is required.` : undefined),
      });
      if (text === undefined || text === promptBack) return text;
      if (text === "") return { path: [input.kind, name], value: { hidden: true } };
      const value = input.isText ? text : (tryParseJson(text) ?? text);
      return { path: [input.kind, name], value: { value } };
    },
  };
}

const describeInput = ({ kind, isRequired }: EditableInput) =>
  joinTextParts(isRequired ? l10n.t("required") : undefined, kind === "body" ? l10n.t("body") : undefined);

/** Asks for an input that the tool offers again. */
export function createOfferQuestion(
  { prompts }: ToolQuestionContext,
  tool: EditableTool,
  taken: ReturnType<typeof listTakenInputs>,
): ToolQuestion {
  return {
    ...{ label: l10n.t("Offer a Parameter or Body Field Again..."), icon: "unlock" },
    ask: async () => {
      const input = await prompts.pick({
        ...{
          title: l10n.t`Edit Tool ${tool.name}`,
          step: editingStep,
          placeholder: l10n.t("Which parameter or field of the body?"),
        },
        choices: taken.map((one) => ({
          ...{ label: one.name, value: one },
          description: one.value === undefined ? l10n.t("hidden") : JSON.stringify(one.value),
        })),
      });
      return input === undefined || input === promptBack ? input : { path: [input.kind, input.name], value: undefined };
    },
  };
}

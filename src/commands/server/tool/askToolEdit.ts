import * as l10n from "@vscode/l10n";
import { type PromptChoice, type PromptStep, promptBack } from "../../../core/foundation/ports.ts";
import { type EditableTool, listTakenInputs } from "../../../core/server/overlay/editableTool.ts";
import type { ToolEdit } from "../../../generator/overlay/editOverlay.ts";
import { listAnswerQuestions } from "./answerQuestions.ts";
import { createFixQuestion, createOfferQuestion } from "./inputQuestions.ts";
import { editingStep, type ToolAnswer, type ToolQuestion, type ToolQuestionContext } from "./toolQuestion.ts";

/** Prompts for one change of a tool. Back returns to the list of changes; undefined: cancelled. */
export async function askToolEdit(
  app: ToolQuestionContext,
  tool: EditableTool,
  names: readonly string[],
): Promise<ToolEdit | undefined> {
  const chosen = await app.prompts.pick<ToolQuestion>({
    title: l10n.t`Edit Tool ${tool.name}`,
    placeholder: l10n.t("What do you want to change?"),
    choices: listQuestions(app, tool, names).map(
      (question): PromptChoice<ToolQuestion> => ({
        ...{ label: question.label, icon: question.icon, description: question.description, value: question },
      }),
    ),
  });
  if (chosen === undefined || chosen === promptBack) return undefined;
  const answer = await chosen.ask();
  if (answer === promptBack) return askToolEdit(app, tool, names);
  return answer && { pointer: tool.pointer, ...answer };
}

/** Prompts for the name of a tool. undefined: cancelled, or unchanged. */
export async function askToolName(
  app: ToolQuestionContext,
  tool: EditableTool,
  names: readonly string[],
): Promise<ToolEdit | undefined> {
  const answer = await askText(app, tool, nameField, { names });
  return answer === undefined || answer === promptBack ? undefined : { pointer: tool.pointer, ...answer };
}

function listQuestions(app: ToolQuestionContext, tool: EditableTool, names: readonly string[]): ToolQuestion[] {
  const { extension, isEnabled, inputs } = tool;
  const enable = {
    label: l10n.t("Enable"),
    icon: "circle-outline",
    ask: () => ({ path: ["enabled"], value: undefined }),
  };
  const reset = {
    ...{ label: l10n.t("Reset to the Document"), icon: "discard" },
    ask: () => ({ path: [], value: undefined }),
  };
  const isShaped = Object.keys(extension).length > 0;
  if (!isEnabled) return [enable, reset];
  const taken = listTakenInputs(tool);
  return [
    ...textFields.map((field) => createTextQuestion(app, tool, field, names)),
    ...listAnswerQuestions(app, tool),
    ...(inputs.length > 0 ? [createFixQuestion(app, tool)] : []),
    ...(taken.length > 0 ? [createOfferQuestion(app, tool, taken)] : []),
    extension.pinned
      ? { label: l10n.t("Unpin"), icon: "pinned", ask: () => ({ path: ["pinned"], value: undefined }) }
      : { label: l10n.t("Pin"), icon: "pin", ask: () => ({ path: ["pinned"], value: true }) },
    { label: l10n.t("Disable"), icon: "circle-slash", ask: () => ({ path: ["enabled"], value: false }) },
    ...(isShaped ? [reset] : []),
  ];
}

interface TextField {
  readonly field: "name" | "title" | "description" | "group";
  readonly label: string;
  readonly icon: string;
  readonly prompt: string;
  readonly longest: number;
}

const nameField: TextField = {
  ...{ field: "name", label: l10n.t("Name"), icon: "symbol-method", longest: 64 },
  prompt: l10n.t("The name that agents call; empty for the name of the document"),
};

const textFields: readonly TextField[] = [
  nameField,
  {
    ...{ field: "title", label: l10n.t("Title"), icon: "tag", longest: 100 },
    prompt: l10n.t("The title that people see; empty for the title of the document"),
  },
  {
    ...{ field: "description", label: l10n.t("Description"), icon: "note", longest: 4000 },
    prompt: l10n.t("When to use the tool and what it returns; empty for the description of the document"),
  },
  {
    ...{ field: "group", label: l10n.t("Group"), icon: "group-by-ref-type", longest: 100 },
    prompt: l10n.t("The group in place of the operation's first tag; empty for that tag"),
  },
];

function createTextQuestion(
  app: ToolQuestionContext,
  tool: EditableTool,
  field: TextField,
  names: readonly string[],
): ToolQuestion {
  const { label, icon } = field;
  return {
    ...{ label, icon, description: readText(tool, field).replaceAll(/\s+/g, " ").slice(0, 100) },
    ask: () => askText(app, tool, field, { names, step: editingStep }),
  };
}

const readText = (tool: EditableTool, { field }: TextField) =>
  field === "group" ? (tool.extension.group ?? "") : tool[field];

async function askText(
  { prompts }: ToolQuestionContext,
  tool: EditableTool,
  textField: TextField,
  { names, step: shown }: { readonly names: readonly string[]; readonly step?: PromptStep },
): Promise<ToolAnswer> {
  const { field, prompt, longest } = textField;
  const current = readText(tool, textField);
  const text = await prompts.input({
    ...{ title: l10n.t`Edit Tool ${tool.name}`, prompt, value: current, ...(shown && { step: shown }) },
    validate: (typed) => findTextProblem(typed.trim(), field === "name" ? names : undefined, longest),
  });
  if (text === undefined || text === promptBack) return text;
  return text === current ? undefined : { path: [field], value: text.trim() || undefined };
}

function findTextProblem(text: string, names: readonly string[] | undefined, longest: number): string | undefined {
  if (text.length > longest) return l10n.t`Use at most ${longest} characters.`;
  if (!names || text === "") return undefined;
  if (!/^[\w-]+$/.test(text)) return l10n.t("Use letters, digits, _ and - only.");
  const isTaken = names.some((name) => name.toLowerCase() === text.toLowerCase());
  return isTaken ? l10n.t`Another tool is called ${text}.` : undefined;
}

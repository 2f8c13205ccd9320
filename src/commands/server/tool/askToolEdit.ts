import * as l10n from "@vscode/l10n";
import { type PromptBack, type PromptChoice, type PromptStep, promptBack } from "../../../core/foundation/ports.ts";
import { type EditableInput, type EditableTool, listTakenInputs } from "../../../core/server/overlay/editableTool.ts";
import type { ToolEdit } from "../../../generator/overlay/editOverlay.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { App } from "../../app.ts";

type Context = Pick<App, "prompts">;
type FieldEdit = Pick<ToolEdit, "path" | "value">;
type Answer = FieldEdit | PromptBack | undefined;

interface Question {
  readonly label: string;
  readonly icon: string;
  readonly description?: string;
  readonly ask: () => Answer | Promise<Answer>;
}

const step = { number: 2, total: 2 } as const;

/** Prompts for one change of a tool. Back returns to the list of changes; undefined: cancelled. */
export async function askToolEdit(
  app: Context,
  tool: EditableTool,
  names: readonly string[],
): Promise<ToolEdit | undefined> {
  const chosen = await app.prompts.pick<Question>({
    title: l10n.t`Edit Tool ${tool.name}`,
    placeholder: l10n.t("What do you want to change?"),
    choices: listQuestions(app, tool, names).map(
      (question): PromptChoice<Question> => ({
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
  app: Context,
  tool: EditableTool,
  names: readonly string[],
): Promise<ToolEdit | undefined> {
  const answer = await askText(app, tool, nameField, { names });
  return answer === undefined || answer === promptBack ? undefined : { pointer: tool.pointer, ...answer };
}

function listQuestions(app: Context, tool: EditableTool, names: readonly string[]): Question[] {
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

function createTextQuestion(app: Context, tool: EditableTool, field: TextField, names: readonly string[]): Question {
  const { label, icon } = field;
  return {
    ...{ label, icon, description: readText(tool, field).replaceAll(/\s+/g, " ").slice(0, 100) },
    ask: () => askText(app, tool, field, { names, step }),
  };
}

const readText = (tool: EditableTool, { field }: TextField) =>
  field === "group" ? (tool.extension.group ?? "") : tool[field];

async function askText(
  { prompts }: Context,
  tool: EditableTool,
  textField: TextField,
  { names, step: shown }: { readonly names: readonly string[]; readonly step?: PromptStep },
): Promise<Answer> {
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

function createFixQuestion({ prompts }: Context, tool: EditableTool): Question {
  const title = l10n.t`Edit Tool ${tool.name}`;
  return {
    ...{ label: l10n.t("Fix or Hide a Parameter or Body Field..."), icon: "lock" },
    ask: async () => {
      const input = await prompts.pick({
        ...{ title, step, placeholder: l10n.t("Which parameter or field of the body?") },
        choices: tool.inputs.map((one) => ({ label: one.name, description: describeInput(one), value: one })),
      });
      if (input === undefined || input === promptBack) return input;
      const { name, isRequired } = input;
      const text = await prompts.input({
        ...{ title, step },
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

function createOfferQuestion(
  { prompts }: Context,
  tool: EditableTool,
  taken: ReturnType<typeof listTakenInputs>,
): Question {
  return {
    ...{ label: l10n.t("Offer a Parameter or Body Field Again..."), icon: "unlock" },
    ask: async () => {
      const input = await prompts.pick({
        ...{
          title: l10n.t`Edit Tool ${tool.name}`,
          step,
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

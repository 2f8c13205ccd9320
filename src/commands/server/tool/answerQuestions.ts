import * as l10n from "@vscode/l10n";
import { promptBack } from "../../../core/foundation/ports.ts";
import { toolEffectTexts } from "../../../core/server/mcp/toolEffect.ts";
import type { EditableTool } from "../../../core/server/overlay/editableTool.ts";
import { readJsonPath } from "../../../text/jsonPath.ts";
import { editingStep, type ToolQuestion, type ToolQuestionContext } from "./toolQuestion.ts";

/** The changes of what a tool does and returns. */
export function listAnswerQuestions(app: ToolQuestionContext, tool: EditableTool): ToolQuestion[] {
  return [createEffectQuestion(app, tool), ...valueFields(tool).map((field) => createValueQuestion(app, tool, field))];
}

const effects = [
  { label: toolEffectTexts.reads, hints: { readOnlyHint: true, destructiveHint: false } },
  { label: toolEffectTexts.changes, hints: { readOnlyHint: false, destructiveHint: false } },
  { label: toolEffectTexts.destroys, hints: { readOnlyHint: false, destructiveHint: true } },
] as const;

function createEffectQuestion({ prompts }: ToolQuestionContext, tool: EditableTool): ToolQuestion {
  const { readOnlyHint, destructiveHint, ...others } = tool.extension.annotations ?? {};
  return {
    ...{ label: l10n.t("Effect"), icon: "shield" },
    ask: async () => {
      const hints = await prompts.pick<object>({
        ...{ title: l10n.t`Edit Tool ${tool.name}`, step: editingStep, placeholder: l10n.t("What does a call do?") },
        choices: [
          ...effects.map(({ label, hints: value }) => ({ label, value })),
          { label: l10n.t("As the document says"), value: {} },
        ],
      });
      if (hints === undefined || hints === promptBack) return hints;
      const value = { ...others, ...hints };
      return { path: ["annotations"], value: Object.keys(value).length > 0 ? value : undefined };
    },
  };
}

interface ValueField {
  readonly label: string;
  readonly icon: string;
  readonly path: readonly string[];
  readonly prompt: string;
  readonly current: string;
  /** The value of a text; undefined: the text has none. */
  readonly parse: (text: string) => unknown;
  readonly problem: string;
}

function valueFields({ extension: { fields, pageSize, maxAnswer } }: EditableTool): readonly ValueField[] {
  const paths = {
    parse: parsePaths,
    problem: l10n.t("Use JSONPaths without functions, separated by commas: $.items[*].id, $.next"),
  };
  return [
    {
      ...{ label: l10n.t("Keep Only Fields of the Answer"), icon: "filter", path: ["fields", "keep"], ...paths },
      prompt: l10n.t("The only fields that the tool returns, as JSONPath; empty for all"),
      current: fields?.keep?.join(", ") ?? "",
    },
    {
      ...{ label: l10n.t("Leave Out Fields of the Answer"), icon: "exclude", path: ["fields", "drop"], ...paths },
      prompt: l10n.t("The fields that the tool does not return, as JSONPath; empty for none"),
      current: fields?.drop?.join(", ") ?? "",
    },
    {
      ...{ label: l10n.t("Page Size"), icon: "list-ordered", path: ["pageSize"], current: String(pageSize ?? "") },
      prompt: l10n.t("The number of entries that the tool asks for if the caller sets none; empty for the document's"),
      ...{ parse: (text) => parseCount(text, 1, Number.MAX_SAFE_INTEGER), problem: l10n.t("Enter a whole number.") },
    },
    {
      ...{ label: l10n.t("Largest Answer"), icon: "fold", path: ["maxAnswer"], current: String(maxAnswer ?? "") },
      prompt: l10n.t("The most characters of an answer that the tool returns; empty for 100,000"),
      parse: (text) => parseCount(text, 100, 100_000),
      problem: l10n.t("Enter a whole number from 100 to 100,000."),
    },
  ];
}

/** A comma in brackets belongs to its path. */
function parsePaths(text: string): readonly string[] | undefined {
  const paths = text.split(/,(?![^[]*\])/).map((path) => path.trim());
  return paths.every((path) => readJsonPath(path) !== undefined) ? paths : undefined;
}

function parseCount(text: string, least: number, most: number): number | undefined {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  return count >= least && count <= most ? count : undefined;
}

function createValueQuestion({ prompts }: ToolQuestionContext, tool: EditableTool, field: ValueField): ToolQuestion {
  const { label, icon, path, prompt, current, parse, problem } = field;
  return {
    ...{ label, icon, description: current },
    ask: async () => {
      const text = await prompts.input({
        ...{ title: l10n.t`Edit Tool ${tool.name}`, prompt, value: current, step: editingStep },
        validate: (typed) => (typed.trim() === "" || parse(typed.trim()) !== undefined ? undefined : problem),
      });
      if (text === undefined || text === promptBack) return text;
      return text === current ? undefined : { path, value: text.trim() === "" ? undefined : parse(text.trim()) };
    },
  };
}

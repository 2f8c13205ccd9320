import * as l10n from "@vscode/l10n";
import { failedCalls } from "../../../../client/failedCalls.ts";
import type { OperationName } from "../../../../contract/operations.ts";
import type { KindProposal, ValueColumn } from "../../../../contract/profile/profileProposal.ts";
import type {
  ShownColumn,
  ShownFieldQuestion,
  ShownQuestion,
  ShownSelectorQuestion,
  ShownServiceProfile,
  ShownStatesQuestion,
} from "../../../../webview/protocol/compatibilityPanelMessages.ts";
import { formatState } from "../../../base/serviceState.ts";
import { listContractStates } from "../contractStates.ts";
import type { ChoiceQuestion } from "../questions/choiceQuestions.ts";
import type { FieldQuestion, Question, StatesQuestion } from "../questions/questions.ts";
import { type SelectorQuestion, wholeId } from "../questions/selectorQuestions.ts";
import type { FormatServiceText } from "./formatServiceText.ts";

const mostValues = 3;
/** A longer value is recognized by its beginning. */
const longestValue = 40;

/** How texts of the service and its name are shown. */
export interface QuestionFormat {
  readonly formatText: FormatServiceText;
  readonly host: string;
}

export type AskedQuestion = Question | SelectorQuestion | ChoiceQuestion;

export function formatQuestion(question: AskedQuestion, { formatText, host }: QuestionFormat): ShownQuestion {
  switch (question.type) {
    case "field":
      return formatFieldQuestion(question, formatText);
    case "states":
      return formatStatesQuestion(question, formatText);
    case "selector":
      return formatSelectorQuestion(question, host);
    case "choice": {
      const { id, text, state, chosen } = question;
      const choices = question.choices.map((column) => formatColumn(column, formatText));
      const refused = formatRefused(question.refused, host);
      return {
        type: "field",
        id,
        text,
        state,
        choices,
        refused,
        chosen: chosen === undefined ? null : { path: chosen },
      };
    }
  }
}

const mostRefused = 3;

function formatSelectorQuestion(question: SelectorQuestion, host: string): ShownSelectorQuestion {
  const { type, id, text, state, chosen } = question;
  return {
    type,
    id,
    text,
    state,
    refused: formatRefused(question.refused, host),
    chosen: chosen ? { in: chosen.in, name: chosen.name, value: chosen.value ?? wholeId } : null,
  };
}

function formatRefused(refused: readonly OperationName[], host: string): string[] {
  const more = refused.length - mostRefused;
  const shown = refused.slice(0, mostRefused).map((name) => failedCalls[name](host));
  return [...shown, ...(more > 0 ? [l10n.t`and ${more} more`] : [])];
}

function formatFieldQuestion(question: FieldQuestion, formatText: FormatServiceText): ShownFieldQuestion {
  const { type, id, text, state, choices, chosen } = question;
  return {
    type,
    id,
    text,
    state,
    choices: choices.map((column) => formatColumn(column, formatText)),
    chosen: chosen === undefined ? null : { path: chosen },
  };
}

function formatStatesQuestion(question: StatesQuestion, formatText: FormatServiceText): ShownStatesQuestion {
  const { type, id, kind, text, state, chosen, columns, combinations } = question;
  return {
    type,
    id,
    text,
    state,
    columns: columns.map(({ path, values }) => ({
      ...formatColumn({ path, values: [...new Set(values)] }, formatText),
      isChosen: chosen.includes(path),
    })),
    combinations: combinations.map(({ values, count, is, proposed }) => ({
      text: values.map((value, at) => formatValue(chosen[at] ?? "", value, formatText)).join(" / "),
      count,
      is: is ?? null,
      proposed: proposed ?? null,
    })),
    states: listContractStates(kind).map((one) => ({ ...one, label: formatState(one.state) ?? one.meaning })),
  };
}

/** The values of the first items that have one. */
function formatColumn({ path, values }: ValueColumn, formatText: FormatServiceText): ShownColumn {
  const given = values.filter((value) => value !== null && value !== "").slice(0, mostValues);
  return { path, values: given.map((value) => shorten(formatValue(path, value, formatText))) };
}

const shorten = (text: string) =>
  text.length <= longestValue ? text : `${text.slice(0, longestValue - 3).toWellFormed()}...`;

function formatValue(path: string, value: string | null, formatText: FormatServiceText): string {
  return value === null || value === "" ? l10n.t("(none)") : formatText(path, value);
}

/** The fields that look like those of the contract, have another name, and are used only if the user accepts them. */
export function listProposedFields(
  kinds: readonly KindProposal[],
  questions: readonly { readonly id: string }[],
  formatText: FormatServiceText,
): { readonly count: number; readonly others: ShownServiceProfile["others"] } {
  const asked = new Set(questions.map(({ id }) => id));
  const all = kinds.flatMap(({ kind, fields, columns }) =>
    Object.entries(fields).flatMap(([field, { path, because }]) => {
      if (path === undefined || because !== "synonym" || field === "status") return [];
      const values = columns.find((column) => column.path === path)?.values ?? [];
      return { field: `${kind}.${field}`, ...formatColumn({ path, values }, formatText) };
    }),
  );
  return { count: all.length, others: all.filter(({ field }) => !asked.has(field)) };
}

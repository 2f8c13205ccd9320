import * as l10n from "@vscode/l10n";
import type { DialectProfile } from "../../../../contract/dialectProfile.ts";
import { operationNames } from "../../../../contract/operationNames.ts";
import type { OperationName } from "../../../../contract/operations.ts";
import { type BodyFormat, bodyFormats } from "../../../../contract/profile/bodyFormat.ts";
import type { ValueColumn } from "../../../../contract/profile/profileProposal.ts";
import { formatFieldPath, listFieldNames, readFieldPath, walkFieldPaths } from "../../../../text/fieldPath.ts";
import { isRecord } from "../../../../text/record.ts";
import type { LearnedProfile } from "../learnedProfile.ts";
import type { QuestionState } from "./questions.ts";
import { questionTexts } from "./questionTexts.ts";

/** One of several ways in which a service can take a request or give an answer. */
export interface ChoiceQuestion {
  readonly type: "choice";
  /** `format`, or `list.registry.versions` */
  readonly id: string;
  readonly text: string;
  readonly state: QuestionState;
  readonly choices: readonly ValueColumn[];
  readonly chosen: string | undefined;
  /** Operations that the service refused, or whose answers cannot be read. */
  readonly refused: readonly OperationName[];
  /** The profile with one of the choices. */
  answer(profile: DialectProfile, choice: string): DialectProfile;
}

/** The questions about formats and places, where the profile answers them or an operation does not work without. */
export const listChoiceQuestions = (learned: Pick<LearnedProfile, "read" | "evidence" | "unread">) => [
  ...listListQuestions(learned),
  ...listFormatQuestions(learned),
];

const mediaTypes: Readonly<Record<BodyFormat, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  formRepeated: "application/x-www-form-urlencoded: a=1&a=2",
  multipart: "multipart/form-data",
};

/** Unsupported media type. */
const refusedFormat = 415;

/** In which format the service takes bodies. Its refusal often names it. */
function listFormatQuestions({ read, evidence }: Pick<LearnedProfile, "read" | "evidence">): readonly ChoiceQuestion[] {
  const { format } = read();
  const refused = operationNames.filter((name) => evidence()[name]?.status === refusedFormat);
  if (refused.length === 0 && format === undefined) return [];
  const words = refused.map((name) => evidence()[name]?.words ?? "").join(" ");
  const named = bodyFormats.filter((one) => one !== "json" && words.includes(mediaTypes[one]));
  const chosen = format ?? (named.length === 1 ? named[0] : undefined);
  return [
    {
      type: "choice",
      id: "format",
      text: questionTexts.get("format") ?? "",
      state: format ? "answered" : chosen ? "proposed" : "open",
      choices: bodyFormats.map((one) => ({ path: one, values: [mediaTypes[one]] })),
      chosen,
      refused,
      answer: (profile, choice) => ({
        ...profile,
        dialect: "other",
        format: bodyFormats.find((one) => one === choice),
      }),
    },
  ];
}

/** In which part of an answer the list is, where none was recognised. */
function listListQuestions({ read, unread }: Pick<LearnedProfile, "read" | "unread">): readonly ChoiceQuestion[] {
  return operationNames.flatMap((name): readonly ChoiceQuestion[] => {
    const json = unread()[name];
    const choices = json === undefined ? [] : listLists(json);
    if (choices.length === 0) return [];
    return [
      {
        type: "choice",
        id: `list.${name}`,
        text: l10n.t("In which part of the answer is the list?"),
        state: "open",
        choices,
        chosen: read().operations[name]?.list,
        refused: [name],
        answer: (profile, choice) => {
          const { operations } = profile;
          return {
            ...profile,
            dialect: "other",
            operations: { ...operations, [name]: { ...operations[name], list: choice } },
          };
        },
      },
    ];
  });
}

const depth = 5;
const mostLists = 20;

/** The lists in an answer, and the objects that have items by their ids, with the number and the fields of their entries. */
function listLists(json: unknown): readonly ValueColumn[] {
  const lists = [...walkFieldPaths(json, depth)].flatMap(([place, value]) => {
    const entries = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
    const path = formatFieldPath(place);
    const isList = Array.isArray(value) || (entries.length > 0 && entries.every(isRecord));
    return isList && readFieldPath(path) ? [{ path, entries }] : [];
  });
  return lists
    .toSorted((one, other) => other.entries.length - one.entries.length)
    .slice(0, mostLists)
    .map(({ path, entries: [first, ...others] }) => {
      const count = first === undefined ? 0 : others.length + 1;
      return { path, values: [`[${count}]`, ...(isRecord(first) ? listFieldNames(first) : [])] };
    });
}

import { type BodyFormat, bodyFormats, type DialectProfile } from "../../../../contract/dialectProfile.ts";
import { operationNames } from "../../../../contract/operationNames.ts";
import type { OperationName } from "../../../../contract/operations.ts";
import type { ValueColumn } from "../../../../contract/profile/profileProposal.ts";
import type { RecordedEvidence } from "../../../connection/model/connectionProfile.ts";
import type { QuestionState } from "./questions.ts";
import { questionTexts } from "./questionTexts.ts";

/** In which format a service takes the bodies of requests. */
export interface FormatQuestion {
  readonly type: "format";
  readonly id: string;
  readonly text: string;
  readonly state: QuestionState;
  /** The formats with their media types. */
  readonly choices: readonly ValueColumn[];
  readonly chosen: BodyFormat | undefined;
  /** Operations that the service refused. */
  readonly refused: readonly OperationName[];
}

const mediaTypes: Readonly<Record<BodyFormat, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};

/** Unsupported media type. */
const refusedFormat = 415;

/** The question about the format, where the profile says it, or where the service refused one. Its refusal often names what it takes. */
export function listFormatQuestions(profile: DialectProfile, evidence: RecordedEvidence): readonly FormatQuestion[] {
  const refused = operationNames.filter((name) => evidence[name]?.status === refusedFormat);
  if (refused.length === 0 && profile.format === undefined) return [];
  const words = refused.map((name) => evidence[name]?.words ?? "").join(" ");
  const named = bodyFormats.filter((format) => format !== "json" && words.includes(mediaTypes[format]));
  const chosen = profile.format ?? (named.length === 1 ? named[0] : undefined);
  const state = profile.format ? "answered" : chosen ? "proposed" : "open";
  const choices = bodyFormats.map((format) => ({ path: format, values: [mediaTypes[format]] }));
  return [{ type: "format", id: "format", text: questionTexts.get("format") ?? "", state, choices, chosen, refused }];
}

/** The profile with the format; undefined if there is no such format. */
export function answerFormat(profile: DialectProfile, choice: string | null | undefined): DialectProfile | undefined {
  const format = bodyFormats.find((one) => one === choice);
  return format && { ...profile, dialect: "other", format };
}

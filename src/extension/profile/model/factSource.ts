import type { Texts } from "../../../text/language/englishTexts.ts";
import type { FactOrigins } from "../../connection/model/connectionProfile.ts";
import type { FactSource } from "./compatibilityReportSchema.ts";

/** Operation lines that only an answer shows, and those that only the correction of a refusal adds. */
const shownByAnswers: ReadonlySet<string> = new Set(["list", "item", "pageSize"]);
const addedByCorrections: ReadonlySet<string> = new Set(["params", "wrapper", "maxPageSize"]);

/** The source of a line of the profile: `preset`, or `operations`, an operation, a line, and perhaps a name in it. */
export function findFactSource(
  origins: FactOrigins,
  path: readonly [string, ...string[]],
  unless: FactSource = "learned",
): FactSource {
  const key = JSON.stringify(path);
  if (origins.user.has(key)) return "you";
  if (origins.documented?.has(key)) return "document";
  const [part, , line = ""] = path;
  if (part !== "operations" || !origins.documented) return unless;
  if (line === "offered") return "document";
  if (shownByAnswers.has(line)) return "answer";
  return addedByCorrections.has(line) ? "correction" : unless;
}

/** The source of a text that stands for several facts: the user's word counts most. */
export function findCommonSource(
  origins: FactOrigins,
  path: readonly [string, ...string[]],
  names: readonly string[],
): FactSource {
  const sources = names.map((name) => findFactSource(origins, [...path, name]));
  const [first = "learned"] = sources;
  if (sources.includes("you")) return "you";
  return sources.every((source) => source === first) ? first : "learned";
}

const createSources = (l10n: Texts): Readonly<Record<FactSource, string>> => ({
  you: l10n.t("you"),
  document: l10n.t("the OpenAPI document"),
  preset: l10n.t("the preset"),
  correction: l10n.t("a corrected refusal"),
  answer: l10n.t("the answer"),
  learned: l10n.t("learned"),
});

/** A preset is named by its title. */
export function formatSource(source: FactSource, preset: string | null, l10n: Texts): string {
  return source === "preset" && preset !== null ? preset : createSources(l10n)[source];
}

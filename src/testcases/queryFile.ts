import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { createYamlProblem, readYamlDocument, type YamlProblem } from "../text/position/yamlDocument.ts";
import { isRecord } from "../text/record.ts";
import { type CaseItem, readCaseItems } from "./readCaseItems.ts";

const querySchema = z.looseObject({
  query: z.string().min(1).max(20_000).describe("What a user might ask, as they would write it."),
  should_trigger: z.boolean().describe("Whether the skill is the right one for it."),
});

/** `eval_queries.json` or `evals/eval_queries.json`: https://agentskills.io/skill-creation/optimizing-descriptions */
export const queryFileSchema = z
  .array(querySchema)
  .describe("Queries that must, or must not, make an agent pick the skill by its name and description.");

export type QueryEntry = z.output<typeof querySchema>;

export function readQueryFile(content: string): {
  items: readonly CaseItem<QueryEntry>[];
  problems: readonly YamlProblem[];
} {
  const text = readYamlDocument(content);
  if (text.problems.length > 0) return { items: [], problems: text.problems };
  // Some collections wrap the list.
  const wrapped = isRecord(text.value) ? "queries" in text.value : false;
  if (wrapped && isRecord(text.value)) return readCaseItems(text, ["queries"], text.value.queries, querySchema);
  if (Array.isArray(text.value)) return readCaseItems(text, [], text.value, querySchema);
  return { items: [], problems: [createYamlProblem(text, [], l10n.t("The file should hold a list of queries."))] };
}

import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { readCaseItems } from "./readCaseItems.ts";

const querySchema = z.looseObject({
  query: z.string().min(1).max(20_000).describe("What a user might ask, as they would write it."),
  should_trigger: z.boolean().describe("Whether the skill is the right one for it."),
});

/** `eval_queries.json` or `evals/eval_queries.json`: https://agentskills.io/skill-creation/optimizing-descriptions */
export const queryFileSchema = z
  .array(querySchema)
  .describe("Queries that must, or must not, make an agent pick the skill by its name and description.");

/** Some collections wrap the list. */
export const readQueryFile = (content: string) =>
  readCaseItems(content, querySchema, {
    key: "queries",
    otherwise: l10n.t("The file should hold a list of queries."),
  });

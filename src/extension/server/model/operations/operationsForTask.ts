import * as l10n from "@vscode/l10n";
import type { OpenapiAnalysis } from "../../../../generator/analyzeOpenapiDocument.ts";
import { formatCount } from "../../../../text/language/formatQuantity.ts";
import { createSearchIndex } from "../../../../text/search/searchIndex.ts";
import type { Prompts } from "../../../base/ports.ts";
import { askInSequence, createTextQuestion } from "../../../base/prompts/askInSequence.ts";

/** As many as an agent can choose from with ease. */
const usualCount = 20;

/** Prompts for a task and for the number of tools; the ids of the operations that fit it best. undefined: cancelled. */
export async function askOperationsForTask(
  prompts: Pick<Prompts, "input">,
  analysis: OpenapiAnalysis,
): Promise<Set<string> | undefined> {
  const all = analysis.operations.length;
  const find = createTaskSearch(analysis);
  const title = l10n.t("Choose Tools for a Task");
  const answers = await askInSequence({ task: "", count: String(Math.min(usualCount, all)) }, [
    createTextQuestion(prompts, "task", () => ({
      title,
      prompt: l10n.t("What is an agent to do with the tools?"),
      placeholder: l10n.t("list open issues, comment on them and close them"),
      validate: (text) =>
        find(text, 1).size > 0 ? undefined : l10n.t("No operation has one of these words. Use the words of the API."),
    })),
    createTextQuestion(prompts, "count", () => ({
      title,
      prompt: l10n.t("How many tools at most?"),
      validate: (text) =>
        /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= all
          ? undefined
          : l10n.t`Enter a whole number from 1 to ${formatCount(all)}.`,
    })),
  ]);
  return answers && find(answers.task, Number(answers.count));
}

/** Finds the ids of the operations that fit a task in words best, at most `count`, by the search that generated servers offer. */
export function createTaskSearch({ operations }: OpenapiAnalysis): (task: string, count: number) => Set<string> {
  const index = createSearchIndex(
    operations.map(({ id, title, method, path, description }) => ({
      name: id,
      title,
      description,
      path: `${method} ${path}`,
    })),
  );
  return (task, count) => new Set(task.trim() === "" ? [] : index.find(task, count).entries.map(({ name }) => name));
}

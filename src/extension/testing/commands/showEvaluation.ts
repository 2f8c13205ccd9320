import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { formatEvaluation } from "../model/evaluation/formatEvaluation.ts";
import { type EvaluationResults, listEvaluations, readEvaluation } from "../model/evaluation/readEvaluations.ts";

/** The number of earlier evaluations that a page compares with. */
const mostEarlier = 3;

interface EvaluatedSkill {
  readonly id: string;
  readonly name: string;
}

/** Shows the page of an evaluation. undefined: the service no longer has it. */
export async function showEvaluation(
  app: EditorServices,
  client: ServiceClient,
  { id: skillId, name }: EvaluatedSkill,
  id: string,
): Promise<EvaluationResults | undefined> {
  const all = await listEvaluations(client, skillId);
  const index = all.findIndex((one) => one.id === id);
  const shown = all[index];
  const results = shown && (await readEvaluation(client, shown));
  if (!results) return undefined;
  const read = await Promise.all(
    all.slice(index + 1, index + 1 + mostEarlier).map((one) => readEvaluation(client, one)),
  );
  const earlier = read.flatMap((one) => one ?? []);
  const text = formatEvaluation({ name, results, earlier });
  await app.documents.showMarkdown(text, l10n.t`Evaluation of ${name}.md`);
  return results;
}

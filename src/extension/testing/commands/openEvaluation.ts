import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { formatRelativeTime } from "../../base/formatRelativeTime.ts";
import { promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { App, CommandHandler } from "../../workbench/app.ts";
import { formatEvaluation } from "../model/evaluation/formatEvaluation.ts";
import { type EvaluationResults, listEvaluations, readEvaluation } from "../model/evaluation/readEvaluations.ts";
import { formatTestedContent } from "../model/formatRun.ts";
import { formatEvalRunner } from "../model/model/evalRunner.ts";
import { type FindSkillRequestContext, findSkillRequest } from "./findSkillRequest.ts";

const title = l10n.t("Open Evaluation");
/** The number of earlier evaluations that a page compares with. */
const mostEarlier = 3;

interface EvaluatedSkill {
  readonly id: string;
  readonly name: string;
}

/** Shows the page of an evaluation, which the user picks where there are several. */
export const openEvaluation: CommandHandler<
  FindSkillRequestContext & Pick<App, "client" | "model" | "settings">
> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const { skill, name } = (await findSkillRequest(app, client, target, title))?.subject ?? {};
  if (name === undefined) return;
  const all = skill ? await listEvaluations(client, skill.id) : [];
  if (!skill || all.length === 0) {
    showMessage(app, "info", l10n.t`There is no evaluation of ${name} yet.`);
    return;
  }
  const picked =
    all.length === 1
      ? all[0]?.id
      : await app.prompts.pick({
          title,
          placeholder: l10n.t("Which evaluation?"),
          choices: all.map(({ id, runs: [first] }) => ({
            label: (first && formatTestedContent(first)) ?? id,
            description: formatRelativeTime(first?.createdAt, Date.now()),
            detail: first?.evaluation?.runners?.join(", "),
            value: id,
          })),
        });
  if (picked !== undefined && picked !== promptBack) await showEvaluation(app, client, { id: skill.id, name }, picked);
};

/** undefined: the service no longer has it. */
export async function showEvaluation(
  app: Pick<App, "documents" | "model" | "settings">,
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
  const runners = app.model.settings.list();
  const prices = app.settings().modelPrices;
  const priceOf = (runner: string) => {
    const known = runners.find((one) => formatEvalRunner(one) === runner);
    return known && prices[known.name];
  };
  const text = formatEvaluation({ name, results, earlier, priceOf });
  await app.documents.showMarkdown(text, l10n.t`Evaluation of ${name}.md`);
  return results;
}

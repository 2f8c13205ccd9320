import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { showMessage } from "../../base/showMessage.ts";
import { isUnapprovedCode } from "../../registry/commands/codeConsent.ts";
import { freeCaseGroups } from "../model/caseGroups.ts";
import type { TestingServices } from "../testingServices.ts";
import { type PreparedTestRun, type PrepareTestRunContext, prepareTestRun } from "./prepareTestRun.ts";

export type OmitUnapprovedCodeContext = PrepareTestRunContext & Pick<TestingServices, "model">;

/**
 * Restricts requests that cannot prompt: code without consent gets only cases that do not run it. Shows the reason
 * once.
 */
export async function omitUnapprovedCode(
  app: OmitUnapprovedCodeContext,
  client: ServiceClient,
  all: readonly PreparedTestRun[],
): Promise<readonly PreparedTestRun[]> {
  const allowed: PreparedTestRun[] = [];
  for (const prepared of all) {
    const { code, order } = prepared;
    if (!isUnapprovedCode(app, code)) {
      allowed.push(prepared);
      continue;
    }
    const note = l10n.t`The scripts of ${code.called} run on save once you have agreed to run them: run its tests.`;
    const runTests = () => app.run("fairlead.skill.test", { resource: code.owner });
    if (app.model.isNews(note)) showMessage(app, "info", note, { [l10n.t("Run Tests")]: runTests });
    const cases = (order.cases ?? freeCaseGroups).filter((id) => !/^script\b/.test(id));
    if (cases.length > 0) allowed.push(await prepareTestRun(app, client, { ...order, cases }));
  }
  return allowed;
}

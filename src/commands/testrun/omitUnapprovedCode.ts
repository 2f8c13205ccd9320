import type { Client } from "../../client/client.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { cheapGroups } from "../../core/testrun/caseGroups.ts";
import type { App } from "../app.ts";
import { isNewCode } from "../registry/codeConsent.ts";
import { type PreparedRun, prepareRun } from "./prepareTestRun.ts";

/** What may run where nobody is asked: of code that was never agreed to only cases that run none of it. It is said once why. */
export async function withoutNewCode(
  app: App,
  client: Client,
  all: readonly PreparedRun[],
): Promise<readonly PreparedRun[]> {
  const allowed: PreparedRun[] = [];
  for (const prepared of all) {
    const { code, order } = prepared;
    if (!isNewCode(app, code)) {
      allowed.push(prepared);
      continue;
    }
    const note = `The scripts of ${code.called} run on save once you have agreed to run them: run its tests.`;
    const runTests = () => app.run("fairlead.skill.test", { resource: code.owner });
    if (app.model.isNews(note)) say(app, "info", note, { "Run Tests": runTests });
    const cases = (order.cases ?? cheapGroups).filter((id) => !/^script\b/.test(id));
    if (cases.length > 0) allowed.push(await prepareRun(app, client, { ...order, cases }));
  }
  return allowed;
}

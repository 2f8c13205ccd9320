import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { listNewestItems } from "../../../contract/isNewestFirst.ts";
import { isTestRunFinished, type TestRunDetail } from "../../../contract/testRuns.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { readAvailable } from "../../base/unavailability.ts";
import { formatFailedRun } from "../model/formatRun.ts";
import { isTestedContent, listTestRuns, readTestRun } from "../model/readTestRuns.ts";
import { readUntestedContents } from "../model/testMemory.ts";
import type { TestOwner } from "../model/testSubject.ts";

interface UntestedVersionQuestion {
  readonly of: TestOwner;
  readonly called: string;
  /** The digest of the version's content; undefined when the service does not return it. */
  readonly digest: string | undefined;
  /** The label of the action that continues. */
  readonly anyway: string;
  /** Runs the tests; without it, only content whose tests failed is confirmed. */
  readonly tests?: { readonly action: string; readonly run: () => Promise<void> };
}

/** The number of runs to search. */
const newest = 50;

/**
 * Confirms content whose tests failed, or that was not tested; prompts once per content. Continues by itself when tests
 * that the user runs from the question pass.
 */
export async function confirmUntestedVersion(
  app: EditorServices,
  client: ServiceClient,
  question: UntestedVersionQuestion,
): Promise<boolean> {
  const { of, called, digest, anyway, tests } = question;
  const accepted = readUntestedContents(app.memory);
  if (!digest || accepted.has(digest) || (await isTestedContent(app.log, client, of, digest))) return true;
  const failed = await findFailedRun(client, of, digest);
  if (!failed && !tests) return true;
  const action = await app.prompts.pick<"show" | "test" | "anyway">({
    title: called,
    placeholder: failed ? formatFailedRun(failed) : l10n.t("No test run has passed for this content."),
    choices: [
      ...(failed ? [{ label: l10n.t("Show"), icon: "beaker", value: "show" as const }] : []),
      ...(tests ? [{ label: tests.action, icon: "play", value: "test" as const }] : []),
      { label: anyway, icon: "warning", value: "anyway" },
    ],
    staysOpen: true,
  });
  if (action === undefined) return false;
  if (action === "anyway") {
    await accepted.add(digest);
    return true;
  }
  if (action === "show" && failed)
    await app.run("fairlead.testRun.open", { node: { kind: "testRun", run: failed, of } });
  if (action === "test") await tests?.run();
  return confirmUntestedVersion(app, client, question);
}

/** The newest complete run of a content, if it did not pass; undefined also when the order of the runs is not known. */
async function findFailedRun(client: ServiceClient, of: TestOwner, digest: string): Promise<TestRunDetail | undefined> {
  const runs = listNewestItems(await listTestRuns(client, of, { limit: newest, digest }));
  const run = runs.find(({ partial, status }) => !partial && isTestRunFinished(status));
  if (!run) return undefined;
  const read = await readAvailable(readTestRun(client, of.kind, run.id));
  return read.kind === "available" ? read.value : run;
}

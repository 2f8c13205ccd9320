import * as l10n from "@vscode/l10n";
import type { TestRun } from "../../../contract/testRuns.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readTestRun } from "../model/readTestRuns.ts";
import { findTestRunChanges, formatComparedRun, formatRunChanges } from "../model/testRunChanges.ts";
import { findTestRun, pickTestRun } from "./findTestRun.ts";

const title = l10n.t("Compare Test Runs");

/** Compares two runs, the older one on the left. */
export const compareTestRuns: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findTestRun(app, client, target, title);
  if (!found) return;
  const { owner, run } = found;
  const other = await pickTestRun(app, client, owner, {
    title,
    placeholder: l10n.t("With which run?"),
    except: run.id,
  });
  if (!other) return;
  const [before, after] = isEarlier(other, run) ? [other, run] : [run, other];
  const [old, now] = await Promise.all([
    readTestRun(client, owner.kind, before.id),
    readTestRun(client, owner.kind, after.id),
  ]);
  const changes = findTestRunChanges(old.cases ?? [], now.cases ?? []);
  await app.documents.showDifference(
    `${owner.name}: ${formatRunChanges(changes)}`,
    { name: `${before.id}.txt`, text: formatComparedRun(old) },
    { name: `${after.id}.txt`, text: formatComparedRun(now, changes) },
  );
};

/** Ids and times both grow; without times, ids decide. */
function isEarlier(one: TestRun, other: TestRun): boolean {
  return (one.createdAt ?? one.id) < (other.createdAt ?? other.id);
}

import { readRun } from "../../core/testrun/readTestRuns.ts";
import { changeWords, compareRuns, runSide } from "../../core/testrun/testRunChanges.ts";
import type { Command } from "../app.ts";
import { findRun, pickRun } from "./findTestRun.ts";

const title = "Compare Test Runs";

/** Shows two runs side by side, the older one left: what fails newly, what is fixed. */
export const compareTestRuns: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findRun(app, client, target, title);
  if (!found) return;
  const { owner, run } = found;
  const other = await pickRun(app, client, owner, { title, placeholder: "With which run?", except: run.id });
  if (!other) return;
  const [before, after] = other.createdAt < run.createdAt ? [other, run] : [run, other];
  const [old, now] = await Promise.all([readRun(client, owner.kind, before.id), readRun(client, owner.kind, after.id)]);
  const changes = compareRuns(old.cases, now.cases);
  await app.documents.showDifference(
    `${owner.name}: ${changeWords(changes)}`,
    { name: `${before.id}.txt`, text: runSide(old) },
    { name: `${after.id}.txt`, text: runSide(now, changes) },
  );
};

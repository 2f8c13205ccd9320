import type { Command } from "../../core/app.ts";
import { readRun } from "../../core/tests/readRuns.ts";
import { runDocument } from "../../core/tests/runDocument.ts";
import { testedWords } from "../../core/tests/runWords.ts";
import { findRun } from "./findRun.ts";

/** Shows all of a run: every case, what was expected and what came, and the evidence. */
export const openTestRun: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findRun(app, client, target, "Open a Test Run");
  if (!found) return;
  const { owner } = found;
  const run = await readRun(client, owner.kind, found.run.id);
  await app.documents.showMarkdown(runDocument(owner.name, run), `Test of ${owner.name} ${testedWords(run)}.md`);
};

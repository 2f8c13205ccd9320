import type { ServiceClient } from "../../client/client.ts";
import type { App } from "../../commands/app.ts";
import { findSourceFolder } from "../../commands/skill/sourceFolder.ts";
import { findCaseFile } from "../../commands/testrun/caseFiles.ts";
import { isTestRunFinished } from "../../contract/testRuns.ts";
import { hasErrorName } from "../../core/foundation/failure.ts";
import { readAvailable } from "../../core/foundation/unavailability.ts";
import { readServer } from "../../core/server/readServer.ts";
import { findSkillById } from "../../core/skill/findSkillOfFolder.ts";
import { listTestRuns, readTestRun } from "../../core/testrun/readTestRuns.ts";
import { openTestRunHistory, type TestRunRecord } from "../../core/testrun/testRunHistory.ts";
import { findTestOwner, type TestSubject } from "../../core/testrun/testSubject.ts";
import { markOutdatedResults, type TestControllerKind, type TestControllerStates } from "./testControllerState.ts";
import type { SubjectItem } from "./testItems.ts";
import type { TestRunner } from "./testRunner.ts";

/** Runs of an item that are shown when it is opened. */
const mostOfOne = 5;

/** Shows runs of the past again, and finds those that were going on when the window was closed. Oldest first: the newest counts. */
export class TestHistory {
  readonly #sides: TestControllerStates;
  readonly #runner: TestRunner;

  constructor(sides: TestControllerStates, runner: TestRunner) {
    this.#sides = sides;
    this.#runner = runner;
  }

  /** Goes on with what was not seen to its end. */
  async resume(app: App): Promise<void> {
    for (const entry of remembered(app)) if (entry.isOpen) await this.#showEntry(app, entry);
  }

  /** All that was run from this workspace lately, without what the editor kept by itself. */
  async show(app: App, kind: TestControllerKind): Promise<void> {
    for (const entry of remembered(app)) {
      if (entry.kind === kind && !entry.isKept) await this.#showEntry(app, entry);
    }
    await markOutdatedResults(app, this.#sides[kind]);
  }

  /** The latest runs of one item, wherever they were made. */
  async showLast(app: App, of: SubjectItem): Promise<void> {
    const client = await app.connections.quiet();
    const owner = findTestOwner(of.subject);
    if (!client || !owner) return;
    const read = await readAvailable(listTestRuns(client, owner, { limit: mostOfOne }));
    if (read.kind === "unavailable") return;
    const { items } = read.value;
    const kept = new Set(remembered(app).flatMap(({ runId, isKept }) => (isKept ? [runId] : [])));
    const known = items.findIndex(({ id }) => kept.has(id) || this.#runner.isShown(id));
    const newer = known === -1 ? items : items.slice(0, known);
    for (const { id } of newer.toReversed()) await this.#showRun(app, client, of, id);
    await markOutdatedResults(app, this.#sides[of.subject.kind]);
  }

  async #showEntry(app: App, entry: TestRunRecord): Promise<void> {
    const client = await app.connections.quiet();
    if (!client || this.#runner.isShown(entry.runId)) return;
    try {
      const subject = await subjectOf(app, client, entry);
      if (subject) await this.#showRun(app, client, this.#sides[entry.kind].items.put(subject), entry.runId);
      if (!subject && entry.isOpen) await openTestRunHistory(app.memory).put({ ...entry, isOpen: false });
    } catch (error) {
      if (!hasErrorName(error, "NotFoundError")) throw error;
      await openTestRunHistory(app.memory).put({ ...entry, isOpen: false });
    }
  }

  async #showRun(app: App, client: ServiceClient, of: SubjectItem, runId: string): Promise<void> {
    const run = await readTestRun(client, of.subject.kind, runId);
    if (this.#runner.isShown(runId)) return;
    const shown = this.#runner.show(app, of, run, false);
    if (isTestRunFinished(run.status)) return shown;
    // It is followed for as long as it takes; nothing waits for it.
    shown.catch((error: unknown) => app.log.error(`The test run ${runId} is no longer watched.`, error));
  }
}

function remembered(app: App): readonly TestRunRecord[] {
  return openTestRunHistory(app.memory).of(app.connections.scope() ?? "");
}

async function subjectOf(
  app: App,
  client: ServiceClient,
  { kind, ownerId }: TestRunRecord,
): Promise<TestSubject | undefined> {
  if (kind === "server") {
    const server = await readServer(client, ownerId);
    return server && { kind, server, caseFile: await findCaseFile(app, server.id) };
  }
  const skill = await findSkillById(client, ownerId);
  return skill && { kind, name: skill.name, folder: await findSourceFolder(app, skill.id, skill.name), skill };
}

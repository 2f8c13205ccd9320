import type { Client } from "../../client/client.ts";
import type { App } from "../../commands/app.ts";
import { folderOf } from "../../commands/skill/sourceFolder.ts";
import { caseFileOf } from "../../commands/testrun/caseFiles.ts";
import { isOver } from "../../contract/testRuns.ts";
import { hasName } from "../../core/foundation/failure.ts";
import { orWithheld } from "../../core/foundation/unavailability.ts";
import { readServer } from "../../core/server/readServer.ts";
import { findSkillById } from "../../core/skill/findSkillOfFolder.ts";
import { listRuns, readRun } from "../../core/testrun/readTestRuns.ts";
import { type RememberedRun, rememberedRuns } from "../../core/testrun/testRunHistory.ts";
import { ownerOf, type TestSubject } from "../../core/testrun/testSubject.ts";
import { type Kind, markOutdated, type Sides } from "./testControllerState.ts";
import type { SubjectItem } from "./testItems.ts";
import type { TestRunner } from "./testRunner.ts";

/** Runs of an item that are shown when it is opened. */
const mostOfOne = 5;

/** Shows runs of the past again, and finds those that were going on when the window was closed. Oldest first: the newest counts. */
export class TestHistory {
  readonly #sides: Sides;
  readonly #runner: TestRunner;

  constructor(sides: Sides, runner: TestRunner) {
    this.#sides = sides;
    this.#runner = runner;
  }

  /** Goes on with what was not seen to its end. */
  async resume(app: App): Promise<void> {
    for (const entry of remembered(app)) if (entry.isOpen) await this.#showEntry(app, entry);
  }

  /** All that was run from this workspace lately, without what the editor kept by itself. */
  async show(app: App, kind: Kind): Promise<void> {
    for (const entry of remembered(app)) {
      if (entry.kind === kind && !entry.isKept) await this.#showEntry(app, entry);
    }
    await markOutdated(app, this.#sides[kind]);
  }

  /** The latest runs of one item, wherever they were made. */
  async showLast(app: App, of: SubjectItem): Promise<void> {
    const client = await app.connections.quiet();
    const owner = ownerOf(of.subject);
    if (!client || !owner) return;
    const { items } = await listRuns(client, owner, { limit: mostOfOne }).catch(orWithheld({ items: [] }));
    const kept = new Set(remembered(app).flatMap(({ runId, isKept }) => (isKept ? [runId] : [])));
    const known = items.findIndex(({ id }) => kept.has(id) || this.#runner.isShown(id));
    const newer = known === -1 ? items : items.slice(0, known);
    for (const { id } of newer.toReversed()) await this.#showRun(app, client, of, id);
    await markOutdated(app, this.#sides[of.subject.kind]);
  }

  async #showEntry(app: App, entry: RememberedRun): Promise<void> {
    const client = await app.connections.quiet();
    if (!client || this.#runner.isShown(entry.runId)) return;
    try {
      const subject = await subjectOf(app, client, entry);
      if (subject) await this.#showRun(app, client, this.#sides[entry.kind].items.put(subject), entry.runId);
      if (!subject && entry.isOpen) await rememberedRuns(app.memory).put({ ...entry, isOpen: false });
    } catch (error) {
      if (!hasName(error, "NotFoundError")) throw error;
      await rememberedRuns(app.memory).put({ ...entry, isOpen: false });
    }
  }

  async #showRun(app: App, client: Client, of: SubjectItem, runId: string): Promise<void> {
    const run = await readRun(client, of.subject.kind, runId);
    if (this.#runner.isShown(runId)) return;
    const shown = this.#runner.show(app, of, run, false);
    if (isOver(run.status)) return shown;
    // It is followed for as long as it takes; nothing waits for it.
    shown.catch((error: unknown) => app.log.error(`The test run ${runId} is no longer watched.`, error));
  }
}

function remembered(app: App): readonly RememberedRun[] {
  return rememberedRuns(app.memory).of(app.connections.scope() ?? "");
}

async function subjectOf(app: App, client: Client, { kind, ownerId }: RememberedRun): Promise<TestSubject | undefined> {
  if (kind === "server") {
    const server = await readServer(client, ownerId);
    return server && { kind, server, caseFile: await caseFileOf(app, server.id) };
  }
  const skill = await findSkillById(client, ownerId);
  return skill && { kind, name: skill.name, folder: await folderOf(app, skill.id, skill.name), skill };
}

import { isTestRunFinished, type TestRunDetail } from "../../../contract/testRuns.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { ProjectScope } from "../../project/model/selectedProject.ts";
import { type RememberedRunContext, readRememberedRun } from "../../testing/commands/readRememberedRun.ts";
import { listTestRuns, readTestRun } from "../../testing/model/readTestRuns.ts";
import { openTestRunHistory, type TestRunRecord } from "../../testing/model/testMemory.ts";
import { findTestOwner } from "../../testing/model/testSubject.ts";
import { markOutdatedResults, type TestControllerKind, type TestControllerStates } from "./testControllerState.ts";
import type { SubjectItem } from "./testItems.ts";
import type { TestRunner } from "./testRunner.ts";

/** The number of past runs shown for an item. */
const mostOfOne = 5;

/**
 * Shows past runs, and finds those that were running when the window closed. Oldest first, because the newest result
 * counts.
 */
export class TestHistory {
  readonly #states: TestControllerStates;
  readonly #runner: Pick<TestRunner, "isShown" | "show">;
  readonly #context: RememberedRunContext;

  constructor(
    states: TestControllerStates,
    runner: Pick<TestRunner, "isShown" | "show">,
    context: RememberedRunContext,
  ) {
    this.#states = states;
    this.#runner = runner;
    this.#context = context;
  }

  /** Follows unfinished runs. */
  async resume(): Promise<void> {
    for (const entry of listRememberedRuns(this.#context)) if (entry.isOpen) await this.#showEntry(entry);
  }

  /** Shows recent runs from this workspace, except those that the editor stored itself. */
  async show(kind: TestControllerKind): Promise<void> {
    for (const entry of listRememberedRuns(this.#context)) {
      if (entry.kind === kind && !entry.isKept) await this.#showEntry(entry);
    }
    await markOutdatedResults(this.#context.localSkills, this.#states[kind]);
  }

  /** Shows the latest runs of an item from any workspace. */
  async showLast(subjectItem: SubjectItem): Promise<void> {
    const client = await this.#context.connections.quiet();
    const owner = findTestOwner(subjectItem.subject);
    if (!client || !owner) return;
    const read = await readAvailable(listTestRuns(client, owner, { limit: mostOfOne }));
    if (read.kind === "unavailable") return;
    const { items } = read.value;
    const keptRunIds = new Set(
      listRememberedRuns(this.#context).flatMap(({ runId, isKept }) => (isKept ? [runId] : [])),
    );
    const firstKnownIndex = items.findIndex(({ id }) => keptRunIds.has(id) || this.#runner.isShown(id));
    const newer = firstKnownIndex === -1 ? items : items.slice(0, firstKnownIndex);
    for (const { id } of newer.toReversed())
      await this.#showRun(subjectItem, await readTestRun(client, owner.kind, id));
    await markOutdatedResults(this.#context.localSkills, this.#states[subjectItem.subject.kind]);
  }

  async #showEntry(entry: TestRunRecord): Promise<void> {
    const client = await this.#context.connections.quiet();
    if (!client || this.#runner.isShown(entry.runId)) return;
    const found = await readRememberedRun(this.#context, client, entry);
    if (found) await this.#showRun(this.#states[entry.kind].items.put(found.subject), found.run);
  }

  async #showRun(subjectItem: SubjectItem, run: TestRunDetail): Promise<void> {
    if (this.#runner.isShown(run.id)) return;
    const shown = this.#runner.show(subjectItem, run, false);
    if (isTestRunFinished(run.status)) return shown;
    // The run is followed in the background.
    shown.catch((error: unknown) => this.#context.log.error(`The test run ${run.id} is no longer watched.`, error));
  }
}

function listRememberedRuns(app: ProjectScope): readonly TestRunRecord[] {
  return openTestRunHistory(app.memory).of(app.connections.scope() ?? "");
}

import type { ServiceClient } from "../../../client/client.ts";
import { isTestRunFinished } from "../../../contract/testRuns.ts";
import { isArchived } from "../../base/archivedState.ts";
import { hasErrorName } from "../../base/failure.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { ProjectScope } from "../../project/model/selectedProject.ts";
import { readServer } from "../../server/model/readServer.ts";
import { findSourceFolder } from "../../skill/commands/chooseSkillFolder.ts";
import { findSkillById, isTestedDraft } from "../../skill/model/findSkillOfFolder.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import { findCaseFile } from "../../testing/model/caseFiles.ts";
import { listTestRuns, readTestRun } from "../../testing/model/readTestRuns.ts";
import { openTestRunHistory, type TestRunRecord } from "../../testing/model/testMemory.ts";
import { findTestOwner, type TestSubject } from "../../testing/model/testSubject.ts";
import { markOutdatedResults, type TestControllerKind, type TestControllerStates } from "./testControllerState.ts";
import type { SubjectItem } from "./testItems.ts";
import type { TestRunner } from "./testRunner.ts";

/** The number of past runs shown for an item. */
const mostOfOne = 5;

export type TestHistoryContext = ConnectedServices & Pick<SkillServices, "localSkills">;

/**
 * Shows past runs, and finds those that were running when the window closed. Oldest first, because the newest result
 * counts.
 */
export class TestHistory {
  readonly #states: TestControllerStates;
  readonly #runner: Pick<TestRunner, "isShown" | "show">;
  readonly #context: TestHistoryContext;

  constructor(states: TestControllerStates, runner: Pick<TestRunner, "isShown" | "show">, context: TestHistoryContext) {
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
    for (const { id } of newer.toReversed()) await this.#showRun(client, subjectItem, id);
    await markOutdatedResults(this.#context.localSkills, this.#states[subjectItem.subject.kind]);
  }

  async #showEntry(entry: TestRunRecord): Promise<void> {
    const client = await this.#context.connections.quiet();
    if (!client || this.#runner.isShown(entry.runId)) return;
    try {
      const subject = await findSubject(this.#context, client, entry);
      if (subject) await this.#showRun(client, this.#states[entry.kind].items.put(subject), entry.runId);
      if (!subject && entry.isOpen) await openTestRunHistory(this.#context.memory).save({ ...entry, isOpen: false });
    } catch (error) {
      if (!hasErrorName(error, "NotFoundError")) throw error;
      await openTestRunHistory(this.#context.memory).save({ ...entry, isOpen: false });
    }
  }

  async #showRun(client: ServiceClient, subjectItem: SubjectItem, runId: string): Promise<void> {
    const run = await readTestRun(client, subjectItem.subject.kind, runId);
    if (this.#runner.isShown(runId)) return;
    const shown = this.#runner.show(subjectItem, run, false);
    if (isTestRunFinished(run.status)) return shown;
    // The run is followed in the background.
    shown.catch((error: unknown) => this.#context.log.error(`The test run ${runId} is no longer watched.`, error));
  }
}

function listRememberedRuns(app: ProjectScope): readonly TestRunRecord[] {
  return openTestRunHistory(app.memory).of(app.connections.scope() ?? "");
}

async function findSubject(
  app: TestHistoryContext,
  client: ServiceClient,
  { kind, ownerId }: TestRunRecord,
): Promise<TestSubject | undefined> {
  if (kind === "server") {
    const server = await readServer(client, ownerId);
    return server && { kind, server, caseFile: await findCaseFile(app, server.id) };
  }
  const skill = await findSkillById(client, ownerId, { includeArchived: true });
  const folder = skill && (await findSourceFolder(app, skill.id, skill.name));
  const isListed = skill && (!isArchived(skill) || (isTestedDraft(skill) && folder !== undefined));
  return isListed ? { kind, name: skill.name, folder, skill } : undefined;
}

import type { ServiceClient } from "../../../client/client.ts";
import type { TestRunDetail } from "../../../contract/testRuns.ts";
import { isArchived } from "../../base/archivedState.ts";
import { hasErrorName } from "../../base/failure.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readServer } from "../../server/model/readServer.ts";
import { findSourceFolder } from "../../skill/commands/chooseSkillFolder.ts";
import { findSkillById, isTestedDraft } from "../../skill/model/findSkillOfFolder.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import { findCaseFile } from "../model/caseFiles.ts";
import { readTestRun } from "../model/readTestRuns.ts";
import { openTestRunHistory, type TestRunRecord } from "../model/testMemory.ts";
import type { TestSubject } from "../model/testSubject.ts";

export type RememberedRunContext = ConnectedServices & Pick<SkillServices, "localSkills">;

interface RememberedRun {
  readonly subject: TestSubject;
  readonly run: TestRunDetail;
}

/** undefined: its connection was left, or the service has it no more, which is remembered. */
export async function readRememberedRun(
  app: RememberedRunContext,
  client: ServiceClient,
  entry: TestRunRecord,
): Promise<RememberedRun | undefined> {
  const found = await readRun(app, client, entry).catch((error: unknown) => {
    if (!hasErrorName(error, "NotFoundError")) throw error;
    return undefined;
  });
  // What another service does not have says nothing.
  if (app.connections.scope() !== entry.connectionId) return undefined;
  if (!found && entry.isOpen) await openTestRunHistory(app.memory).save({ ...entry, isOpen: false });
  return found;
}

async function readRun(
  app: RememberedRunContext,
  client: ServiceClient,
  entry: TestRunRecord,
): Promise<RememberedRun | undefined> {
  const subject = await findSubject(app, client, entry);
  return subject && { subject, run: await readTestRun(client, entry.kind, entry.runId) };
}

async function findSubject(
  app: RememberedRunContext,
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

import { listNewestItems } from "../../contract/isNewestFirst.ts";
import { knownState, readStateWord } from "../../contract/received.ts";
import { isTestRunFinished, type TestRun } from "../../contract/testRuns.ts";
import { formatRelativeTime } from "../../text/formatTime.ts";
import { joinWords } from "../../text/joinWords.ts";
import { hasErrorName, isAbortError, readErrorMessage } from "../base/failure.ts";
import { readUrlHost } from "../connection/model/connection.ts";
import { formatRunSummary } from "../testing/model/formatRun.ts";
import { listTestRuns } from "../testing/model/readTestRuns.ts";
import type { TestOwner } from "../testing/model/testSubject.ts";
import type { ChangeDetail, ToolConnection } from "./languageModelTool.ts";

/** Describes the target of a change, with what identifies it. */
export async function describeTarget(
  toolConnection: ToolConnection,
  projectId: string | undefined,
): Promise<{ readonly rows: readonly ChangeDetail[]; readonly mark: string }> {
  const { connection } = toolConnection;
  const [organization, project] = await Promise.all([
    organizationOf(toolConnection),
    projectName(toolConnection, projectId),
  ]);
  const rows = [
    ["Connection", `${connection.name} (${readUrlHost(connection.baseUrl)})`],
    ...factRows([
      ["Organization", organization?.name],
      ["Project", project],
    ]),
  ] as const;
  return { rows, mark: [connection.id, connection.baseUrl, organization?.id, projectId].join(" ") };
}

/** Omits the rows without a value. */
export function factRows(rows: readonly (readonly [string, string | undefined])[]): readonly ChangeDetail[] {
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** The organization's name, else its id; undefined when the service returns neither. */
async function organizationOf({
  client,
  signal,
  me,
  world,
}: ToolConnection): Promise<{ readonly id: string | undefined; readonly name: string } | undefined> {
  try {
    return await client.call("organization.get", {}, { signal });
  } catch (error) {
    if (isAbortError(error) || !hasErrorName(error, "NotFoundError", "ServiceError")) throw error;
    const { organizationId: id } = me;
    return world.connections.organization() ?? (id === undefined ? undefined : { id, name: id });
  }
}

async function projectName({ client, signal }: ToolConnection, id: string | undefined): Promise<string | undefined> {
  return id === undefined ? undefined : (await client.call("project.get", { id }, { signal })).name;
}

type Of = Pick<TestOwner, "kind" | "id">;

/** The number of runs to search. */
const newest = 50;

/** The result of the newest complete test run of this content, as text. */
export async function readLastVerdict(
  toolConnection: ToolConnection,
  owner: Of,
  digest: string | undefined,
): Promise<string> {
  if (digest === undefined) return "not known: the service gives no digest of this version";
  try {
    const page = await listTestRuns(toolConnection.client, owner, { limit: newest, digest }, toolConnection.signal);
    const runs = listNewestItems(page);
    if (runs.length < page.items.length) return "not known: the service lists the test runs in no order";
    const run = runs.find(({ partial, status }) => !partial && isTestRunFinished(status));
    if (!run) return "none: no complete test run of this content has finished";
    const when = formatRelativeTime(run.finishedAt ?? run.createdAt, toolConnection.world.now());
    const verdict = verdictOf(run);
    const summary = formatRunSummary(run.summary);
    return joinWords(verdict, when, summary && `(${summary})`);
  } catch (error) {
    if (isAbortError(error)) throw error;
    return `not known: ${readErrorMessage(error)}`;
  }
}

function verdictOf({ status }: TestRun): string {
  const state = knownState(status);
  if (state === undefined) return readStateWord(status) ?? "its result is not known";
  return state === "passed" ? "passed" : "FAILED";
}

import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { contractConnectionProfile } from "../../../../src/core/connection/connectionProfile.ts";
import { type CopyEnd, createCopyEnd } from "../../../../src/core/copy/copyEnd.ts";
import { type CopyEnds, type CopyRequest, planCopyJob, runCopyJob } from "../../../../src/core/copy/copyJob.ts";
import { describeRefusal } from "../../../../src/core/copy/refusalTexts.ts";
import type { ItemResult } from "../../../../src/core/copy/runCopy.ts";
import { readErrorMessage } from "../../../../src/core/foundation/failure.ts";
import { startService } from "../../../../src/service/startService.ts";
import { fillProject } from "../../../support/service/copiedServices.ts";
import { noSandbox } from "../../../support/service/noSandbox.ts";
import type { JudgedConnection } from "../connect.ts";
import type { ForeignService } from "../serviceFolder.ts";
import { quote } from "../shownStates.ts";
import { findTwiceMade } from "./findTwiceMade.ts";

export type CopyOutcome = "equal" | "refused" | "failed" | "false" | "twice";

export interface CopyVerdict {
  /** What was copied, and whither. */
  readonly copy: string;
  readonly outcome: CopyOutcome;
  /** The text that the user sees, and what is wrong with it. */
  readonly detail: string;
}

type ProjectItem = Parameters<typeof copy>[1];

const signal = new AbortController().signal;

/** Copies a project to a service and one from it, twice each, with a service of the contract at the other end. */
export async function judgeCopies(
  service: ForeignService,
  { client, connections }: JudgedConnection,
): Promise<readonly CopyVerdict[]> {
  const own = await startService({ dataDir: null, runtimeFiles: [], sandbox: noSandbox });
  const ownClient = createServiceClient({ baseUrl: own.url, key: async () => own.firstKey });
  try {
    const here = createCopyEnd({ name: "Here" }, ownClient, contractConnectionProfile);
    const [connection] = connections.all();
    if (!connection) return [];
    const there = () => createCopyEnd(connection, client, connections.profile(connection));
    const content = { servers: 2, skills: 2, versions: 2 };
    const project = await fillProject(ownClient, "Judged Copy", content);
    const counted = structuredClone(service.effects);
    const to = await copyTwice(() => ({ source: here, target: there() }), project, service);
    const twice = findTwiceMade(counted, service.effects, content);
    const judged = [...to.flatMap((results) => results.map((one) => judgeResult("to", one))), ...twice];
    const from = await copyFrom(there(), here, service);
    return [...judged, ...from];
  } finally {
    await ownClient.close();
    await own.close();
  }
}

async function copyTwice(
  open: () => CopyEnds,
  project: ProjectItem,
  service: ForeignService,
): Promise<readonly (readonly (ItemResult | string)[])[]> {
  const first = await copy(open(), project, service).catch((error: unknown) => [readErrorMessage(error)]);
  const second = await copy(open(), project, service).catch((error: unknown) => [readErrorMessage(error)]);
  return [first, second];
}

/** A text says what is false. */
async function copy(
  ends: CopyEnds,
  project: { readonly id: string; readonly name: string; readonly description?: string | undefined },
  { effects }: Pick<ForeignService, "effects">,
): Promise<readonly (ItemResult | string)[]> {
  const known = JSON.stringify(effects);
  const { id, name, description } = project;
  const { items } = await ends.target.client.call("projects.list", { q: name, limit: 200 });
  const found = items.find((one) => one.name === name);
  const request: CopyRequest = {
    project: found ? { kind: "known", id: found.id, name } : { kind: "new", name, description },
    selection: [{ kind: "project", project: { id, name, description } }],
  };
  const plans = await planCopyJob(ends, [request], signal);
  const changes = JSON.stringify(effects) === known ? [] : [`the dry run changed ${JSON.stringify(effects)}`];
  const { projects, interruption } = await runCopyJob(ends, plans, signal, () => {});
  const ended = interruption === undefined ? [] : [`it ended early: ${readErrorMessage(interruption)}`];
  return [...changes, ...ended, ...projects.flatMap(({ results }) => results)];
}

function judgeResult(direction: "to" | "from", result: ItemResult | string): CopyVerdict {
  if (typeof result === "string") return { copy: `${direction} it`, outcome: "false", detail: result };
  const { plan, kind, isEqual, versions, problem } = result;
  const subject = `${direction} it: the ${plan.item.kind} ${quote(plan.item.name)}`;
  if (plan.refusal) {
    const { why, advice } = describeRefusal(plan, plan.refusal);
    return { copy: subject, outcome: why && advice ? "refused" : "false", detail: `${why} ${advice}` };
  }
  if (kind === "failed") return { copy: subject, outcome: "failed", detail: problem ?? "" };
  const outcome = isEqual === true ? "equal" : "false";
  return { copy: subject, outcome, detail: `${kind}, versions ${versions.join(", ")}, equal: ${isEqual}` };
}

async function copyFrom(there: CopyEnd, here: CopyEnd, service: ForeignService): Promise<readonly CopyVerdict[]> {
  const { servers = [] } = service.readTruth();
  const { items } = await there.client.call("projects.list", { limit: 200 });
  const project = items.find(({ name }) => servers.some((one) => one.project === name)) ?? items[0];
  if (!project) return [];
  const rounds = await copyTwice(() => ({ source: there, target: here }), project, service);
  const empty: CopyVerdict[] = [];
  for await (const server of here.client.list("servers.list", { limit: 200 }))
    if (server.latestVersion === null)
      empty.push({
        ...{ copy: `from it: the server ${quote(server.name)}`, outcome: "false" },
        detail: "it is left without a version",
      });
  return [...rounds.flatMap((results) => results.map((one) => judgeResult("from", one))), ...empty];
}

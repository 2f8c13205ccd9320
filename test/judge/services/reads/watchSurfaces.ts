import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "../../../../src/contract/deployments.ts";
import { createPolling } from "../../../../src/extension/base/polling.ts";
import { formatState } from "../../../../src/extension/base/serviceState.ts";
import type { DeploymentOutcome } from "../../../../src/extension/deployment/model/deploymentWatches.ts";
import { mayGenerate, waitForGeneration } from "../../../../src/extension/server/commands/runGeneration.ts";
import { followTestRun } from "../../../../src/extension/testing/model/followTestRun.ts";
import { createPendingTestRuns } from "../../../../src/extension/testing/model/pendingTestRuns.ts";
import { createPetDocument } from "../../../support/documents/petDocument.ts";
import { checkText } from "../compareRows.ts";
import { createDeploymentWatches } from "../deploymentWatches.ts";
import type { JudgedEditor } from "../editor.ts";
import { checkState, describeState, quote } from "../shownStates.ts";
import type { TrueServer } from "../truth.ts";
import type { Surface, SurfaceContext } from "./surface.ts";

/** Far more than the service needs. */
const mostMs = 60_000;
const outcomeWords = { live: "success", failed: "failure", ended: "stopped" } as const;

/** The polling of a window with the default of `fairlead.refreshSeconds`. */
const createWindowPolling = () => createPolling({ refreshMs: () => 10_000 });

const isFinished = ({ outcome }: { readonly outcome: string }) => outcome !== "waiting" && outcome !== "working";

/** A deployment that the user starts and waits for: one that goes live, and one that fails if there is a server that cannot be deployed. */
const watchedDeployment: Surface = {
  name: "watched deployment",
  of: "deployments",
  operation: "server.deploy",
  read: async (context) => {
    const { servers = [], deployments = [] } = context.truth;
    const failed = deployments.find(({ outcome }) => outcome === "failure")?.server;
    const chosen = [servers[3] ?? servers[0], servers.find(({ name }) => name === failed)];
    for (const server of new Set(chosen.filter((one) => one !== undefined))) await watchDeployment(context, server);
  },
};

async function watchDeployment(
  { editor, truth, readTruth, report }: SurfaceContext,
  server: TrueServer,
): Promise<void> {
  const { id, latestVersion: version, name } = server;
  const subject = `watched deployment of ${quote(name)}`;
  const known = new Set(truth.deployments?.map((one) => one.id));
  const started = await editor.client.call("server.deploy", { id, environment: {}, ...(version && { version }) });
  const { outcome, announced } = await follow(editor, started);
  const final = await readFinal(() => readTruth().deployments?.find((one) => !known.has(one.id)));
  if (!final) return report.wrong(subject, `ends as ${outcome}`, "there is no new deployment");
  const shown = `ends as ${quote(outcome)}`;
  const word = outcome === "live" || outcome === "failed" || outcome === "ended" ? outcomeWords[outcome] : undefined;
  if (word === undefined) report.blank(subject, shown, `it is ${describeState(final)}`);
  else if (word !== final.outcome) report.wrong(subject, shown, `it is ${describeState(final)}`);
  if (outcome === "failed")
    checkText(report, subject, "failure", announced?.deployment.failure?.message, final.failure?.message);
}

interface FollowedDeployment {
  readonly outcome: string;
  readonly announced: DeploymentOutcome | undefined;
}

async function follow(editor: JudgedEditor, started: Deployment): Promise<FollowedDeployment> {
  let announced: DeploymentOutcome | undefined;
  const watches = createDeploymentWatches(editor, createWindowPolling(), (news) => {
    announced = news;
  });
  const followed = watches.follow(started, { signal: AbortSignal.timeout(mostMs) });
  const outcome = await followed.catch((error: unknown) => `failure to follow: ${error}`);
  await watches.close();
  return { outcome, announced };
}

/** The item when it is finished. */
async function readFinal<T extends { readonly outcome: string }>(read: () => T | undefined): Promise<T | undefined> {
  for (let waitedMs = 0; waitedMs < mostMs; waitedMs += 100) {
    const item = read();
    if (item && isFinished(item)) return item;
    await pause(100);
  }
  return read();
}

const watchedTestRun: Surface = {
  name: "watched test run",
  of: "serverTestRuns",
  operation: "serverTestRuns.start",
  read: async ({ editor, truth, readTruth, report }) => {
    const server = truth.servers?.[9] ?? truth.servers?.[0];
    if (!server) return;
    const subject = `watched test run of ${quote(server.name)}`;
    const known = new Set(truth.serverTestRuns?.map(({ id }) => id));
    const client = async () => editor.client;
    const { id } = await editor.client.call("serverTestRuns.start", { id: server.id });
    const ended = await followTestRun({
      ...{ kind: "server", id, ownerId: server.id, since: 0, client },
      signal: AbortSignal.timeout(mostMs),
      pending: createPendingTestRuns({ client, polling: createWindowPolling() }),
      onChange: async () => {},
    });
    const final = await readFinal(() => readTruth().serverTestRuns?.find((one) => !known.has(one.id)));
    if (!final) return report.wrong(subject, "ends", "there is no new test run");
    const text = formatState(ended?.status);
    checkState(report, subject, { text, icon: typeof ended?.status === "string" ? "" : "question" }, final, "testRun");
  },
};

const watchedGeneration: Surface = {
  name: "watched generation",
  of: "servers",
  operation: "server.generate",
  read: async ({ editor, truth, readTruth, report }) => {
    const server = truth.servers?.[11] ?? truth.servers?.[0];
    if (!server) return;
    const subject = `watched generation of ${quote(server.name)}`;
    const source = { kind: "openapi", document: createPetDocument() } as const;
    const ordered = await editor.client.call("server.generate", { id: server.id, source });
    const ended = mayGenerate(ordered)
      ? await waitForGeneration(editor.client, ordered, AbortSignal.timeout(mostMs), createWindowPolling())
      : ordered;
    const shown = `ends as ${quote(formatState(ended.status))}`;
    const atEnd = readTruth().servers?.find(({ id }) => id === server.id);
    if (ended.status === "ready" && atEnd && !isFinished(atEnd))
      report.wrong(subject, shown, `it is ${describeState(atEnd)}`);
    const final = await readFinal(() => readTruth().servers?.find(({ id }) => id === server.id));
    if (ended.status !== "ready" && final?.outcome === "success")
      report.blank(subject, shown, `it is ${describeState(final)}`);
    if (final && ended.id !== final.id)
      report.wrong(subject, `ends with ${quote(ended.id)}`, `it is ${quote(final.id)}`);
  },
};

export const watchSurfaces: readonly Surface[] = [watchedDeployment, watchedTestRun, watchedGeneration];

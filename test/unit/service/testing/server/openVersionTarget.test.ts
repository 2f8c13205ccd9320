import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { defaultDeploymentTimes } from "../../../../../src/service/deployments/deploymentTimes.ts";
import type { ServerEndpoint } from "../../../../../src/service/mcp/serverEndpoint.ts";
import { findVersionRow } from "../../../../../src/service/registry/versions.ts";
import { openVersionTarget } from "../../../../../src/service/testing/server/openVersionTarget.ts";
import type { ServerTestTarget } from "../../../../../src/service/testing/server/serverTestTarget.ts";
import { hasExited } from "../../../../support/hasExited.ts";
import { serverCode } from "../../../../support/servers/codeServer.ts";
import { startDeploymentFixture } from "../../../../support/service/deploymentFixture.ts";
import { patientTimes } from "../../../../support/service/patientTimes.ts";
import { publishFiles } from "../../../../support/service/publishFiles.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const fixture = await startDeploymentFixture();
afterAll(() => fixture.close());

/** Exits shortly after each response to `tools/list`, so that each process serves one probe. */
const endsSoon = serverCode(`
console.log("pid " + process.pid);
const listTools = methods["tools/list"];
methods["tools/list"] = () => {
  setTimeout(() => process.exit(0), 20);
  return listTools();
};
`);

async function start(runId: string, signal: AbortSignal): Promise<ServerTestTarget> {
  const serverId = fixture.makeServer(runId);
  publishFiles(fixture.context, serverId, "1.0.0", [{ path: "server.mjs", content: endsSoon }], "server.mjs");
  const artifactId = fixture.server(serverId)?.artifact_id ?? "";
  const version = requireValue(findVersionRow(fixture.context.db, artifactId, "1.0.0"));
  const settings = { environment: {}, mask: (text: string) => text };
  const times = { ...defaultDeploymentTimes, ...patientTimes };
  return openVersionTarget(fixture, { runId, serverId, version }, settings, signal, times);
}

const pids = (target: ServerTestTarget) =>
  target.readLastLines().flatMap((line) => (line.startsWith("pid ") ? [Number(line.slice(4))] : []));

/** Waits until the target reports the exit of the process of an endpoint. */
async function waitForExit(target: ServerTestTarget, endpoint: ServerEndpoint) {
  await expect.poll(() => target.describeExit(endpoint), { interval: 5 }).toBeDefined();
}

test("a server that ends is restarted once for several requests, of which one may be aborted, and leaves no process", async () => {
  const { signal } = new AbortController();
  const target = await start("run_ending", signal);
  await waitForExit(target, await target.endpoint(signal));
  const endpoints = await Promise.all(Array.from({ length: 6 }, () => target.endpoint(signal)));
  expect(new Set(endpoints).size).toBe(1);
  expect(pids(target)).toHaveLength(2);

  await waitForExit(target, await target.endpoint(signal));
  const hasty = new AbortController();
  const aborted = target.endpoint(hasty.signal).catch((error: unknown) => error);
  const waiting = [target.endpoint(signal), target.endpoint(signal)];
  hasty.abort(new Error("no more time"));
  expect(await aborted).toMatchObject({ message: "no more time" });
  const [first, second] = await Promise.all(waiting);
  expect(first).toBe(second);
  expect(pids(target)).toHaveLength(3);

  await waitForExit(target, await target.endpoint(signal));
  const requests = [target.endpoint(signal), target.endpoint(signal)].map((endpoint) =>
    endpoint.catch((error: unknown) => error),
  );
  await target.close();
  const answers = await Promise.all(requests);
  expect(answers.every((answer) => answer instanceof Error)).toBe(true);
  expect(pids(target).filter((pid) => !hasExited(pid))).toEqual([]);
  expect(existsSync(join(fixture.context.workDir, "run_ending"))).toBe(false);
});

test("a version whose files cannot be written leaves no folder", async () => {
  const reason = new Error("the run was ended");
  await expect(start("run_unwritten", AbortSignal.abort(reason))).rejects.toThrow(reason.message);
  expect(existsSync(join(fixture.context.workDir, "run_unwritten"))).toBe(false);
});

import { expect, test } from "vitest";
import type { Deployment } from "../../../../src/contract/deployments.ts";
import type { MonotonicClock } from "../../../../src/service/deployments/deploymentTimes.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { createTinyServerFiles, tinyEntry } from "../../../support/servers/tinyServer.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway, callTool } from "../../../support/service/gatewayCall.ts";
import { publishFiles } from "../../../support/service/publishFiles.ts";

const fixture = await closeAtEnd(startThreadFixture());

/** A server whose version 1.0.0 is live and whose version 2.0.0 runs as a preview. */
async function runPreview() {
  const { serverId, deployment: live } = await fixture.run("healthy");
  fixture.publish(serverId, "2.0.0", "healthy", "two");
  const preview = await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0", true).id, "running");
  return { serverId, live, preview, address: `${serverId}@2.0.0` };
}

const statusOf = (id: string) => fixture.supervisor.store.get(id)?.status;
const discard = (id: string) =>
  fetch(`${fixture.context.baseUrl()}/api/v1/deployment/preview?id=${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${fixture.key}` },
  });

test("a preview runs beside the live version, at a URL of its own with the same token", async () => {
  const { serverId, live, preview, address } = await runPreview();
  expect(preview).toMatchObject({ preview: true, url: `${fixture.context.baseUrl()}/mcp/${address}` });
  expect((await callTool(fixture, serverId, "echo")).label).toBe("healthy");
  expect((await callTool(fixture, address, "echo")).label).toBe("two");
  expect([fixture.server(serverId)?.live_deployment_id, statusOf(live.id)]).toEqual([live.id, "running"]);
  const response = await fetch(`${fixture.context.baseUrl()}/mcp/${address}`, { method: "POST", body: "{}" });
  const metadata = /resource_metadata="([^"]+)"/.exec(response.headers.get("WWW-Authenticate") ?? "")?.[1] ?? "";
  expect(await (await fetch(metadata)).json()).toMatchObject({ resource: preview.url });
  expect((await callGateway(fixture, `${serverId}@1.0.0`, "tools/list", {})).status).toBe(404);
});

test("its other tools are no change of those that callers of the live version have", async () => {
  const { serverId, deployment: live } = await fixture.run("healthy");
  const isHealthy = ({ health }: Deployment) => health?.status === "healthy";
  await fixture.waitForDeployment(live.id, isHealthy);
  const files = createTinyServerFiles("healthy").map(({ path, content }) => {
    return { path, content: content.replace('["echo", "slow", "crash"]', '["echo"]') };
  });
  publishFiles(fixture.context, serverId, "2.0.0", files, tinyEntry);
  const { id } = fixture.deploy(serverId, "2.0.0", true);
  await fixture.waitForDeployment(id, isHealthy);
  const messages = [...fixture.eventsOf(id), ...fixture.eventsOf(live.id)].map(({ message }) => message);
  expect(messages.filter((text) => text.startsWith("The tools"))).toEqual([]);
});

test("its deployment makes it live with its process, and no call is lost", async () => {
  const { serverId, live, preview, address } = await runPreview();
  const { env } = await callTool(fixture, address, "echo");
  const slow = callTool(fixture, serverId, "slow", { ms: 300 });
  let isPromoted = false;
  const labels: string[] = [];
  const calling = (async () => {
    while (!isPromoted || labels.at(-1) !== "two") labels.push((await callTool(fixture, serverId, "echo")).label);
  })();
  await expect.poll(() => labels.length).toBeGreaterThan(3);
  expect(fixture.deploy(serverId, "2.0.0")).toMatchObject({ id: preview.id, status: "running", preview: false });
  isPromoted = true;
  await calling;
  await slow;
  expect(labels.filter((label) => label === "healthy").length).toBeGreaterThan(3);
  expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "two", env: { PORT: env.PORT } });
  expect(fixture.server(serverId)?.live_deployment_id).toBe(preview.id);
  await fixture.waitForStatus(live.id, "superseded");
  expect((await callGateway(fixture, address, "tools/list", {})).status).toBe(404);
});

test("another deployment of its version starts a process where it would run elsewhere, or has other variables", async () => {
  const { serverId, preview } = await runPreview();
  const { db } = fixture.context;
  db.run("UPDATE deployments SET runs_on = 'container' WHERE id = ?", preview.id);
  expect(fixture.deploy(serverId, "2.0.0").id).not.toBe(preview.id);
  db.run("UPDATE deployments SET runs_on = 'process' WHERE id = ?", preview.id);
  fixture.setEnvironment(serverId, { TOKEN: "new" });
  const deployment = fixture.deploy(serverId, "2.0.0");
  expect(deployment.id).not.toBe(preview.id);
  await fixture.waitForStatus(deployment.id, "running");
  expect(statusOf(preview.id)).toBe("running");
});

test("it ends after an hour without calls; one that is live rests as its server does", async () => {
  const timers = new Map<() => void, number>();
  let now = 0;
  const clock: MonotonicClock = {
    now: () => now,
    runLater: (ms, run) => {
      timers.set(run, ms);
      return () => void timers.delete(run);
    },
  };
  const timed = await startThreadFixture({ clock, idleMinuteMs: 1000 });
  const { serverId } = await timed.run("healthy");
  timed.publish(serverId, "2.0.0", "healthy");
  timed.context.db.run("UPDATE servers SET stop_when_idle_minutes = 5");
  const preview = () => timed.waitForStatus(timed.deploy(serverId, "2.0.0", true).id, "running");
  const listIdle = () => [...timers].filter(([, ms]) => ms === 60_000 || ms === 5000);
  const left = await preview();
  const [hour] = listIdle();
  expect(listIdle()).toEqual([[expect.any(Function), 60_000]]);
  now = 60_000;
  hour?.[0]();
  await timed.waitForStatus(left.id, "stopped");
  expect(timed.eventsOf(left.id).at(-1)?.message).toBe("There were no calls for an hour.");
  timers.clear();
  await preview();
  timed.deploy(serverId, "2.0.0");
  expect(listIdle()).toEqual([[expect.any(Function), 5000]]);
  await timed.close();
});

test("it ends when it is discarded, when a newer one runs, and with its server", async () => {
  const first = await runPreview();
  fixture.publish(first.serverId, "3.0.0", "healthy", "three");
  const second = await fixture.waitForStatus(fixture.deploy(first.serverId, "3.0.0", true).id, "running");
  await fixture.waitForStatus(first.preview.id, "superseded");
  expect((await discard(second.id)).status).toBe(204);
  await fixture.waitForStatus(second.id, "stopped");
  expect((await discard(second.id)).status).toBe(409);
  expect((await discard(first.live.id)).status).toBe(409);
  expect(statusOf(first.live.id)).toBe("running");

  fixture.publish(first.serverId, "4.0.0", "neverListens");
  const waiting = await fixture.waitForStatus(fixture.deploy(first.serverId, "4.0.0", true).id, "starting");
  expect((await discard(waiting.id)).status).toBe(204);
  await fixture.waitForStatus(waiting.id, "stopped");

  fixture.publish(first.serverId, "5.0.0", "healthy", "five");
  const last = await fixture.waitForStatus(fixture.deploy(first.serverId, "5.0.0", true).id, "running");
  fixture.supervisor.setDesiredState(first.serverId, "stopped");
  await fixture.waitForStatus(last.id, "stopped");
  expect(fixture.server(first.serverId)?.live_deployment_id).toBe(first.live.id);
});

test("a preview that does not start is failed, and the live version goes on", async () => {
  const { serverId, deployment: live } = await fixture.run("healthy");
  fixture.publish(serverId, "2.0.0", "exitsAtOnce");
  await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0", true).id, "failed");
  expect(fixture.server(serverId)?.live_deployment_id).toBe(live.id);
});

test("it ends with the service; one that was promoted stays", async () => {
  const again = await startThreadFixture();
  const { serverId } = await again.run("healthy");
  again.publish(serverId, "2.0.0", "healthy");
  const promoted = await again.waitForStatus(again.deploy(serverId, "2.0.0", true).id, "running");
  again.deploy(serverId, "2.0.0");
  again.publish(serverId, "3.0.0", "healthy");
  const left = await again.waitForStatus(again.deploy(serverId, "3.0.0", true).id, "running");
  await again.close(true);
  const last = await startThreadFixture({}, again.folder);
  await last.waitForStatus(promoted.id, "running");
  await last.waitForStatus(left.id, "stopped");
  await last.close();
});

test("a stopped server is started once while a preview of it does not run yet", async () => {
  const { serverId, deployment: live } = await fixture.run("healthy");
  fixture.supervisor.setDesiredState(serverId, "stopped");
  await fixture.waitForStatus(live.id, "stopped");
  fixture.publish(serverId, "2.0.0", "neverListens");
  const { id } = await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0", true).id, "starting");
  fixture.supervisor.setDesiredState(serverId, "running");
  const [last] = fixture.supervisor.store.rows("WHERE d.server_id = ? ORDER BY d.sequence DESC", serverId);
  expect(last).toMatchObject({ version: "1.0.0", preview: 0 });
  fixture.supervisor.setDesiredState(serverId, "running");
  await fixture.waitForStatus(last?.id ?? "", "running");
  expect(statusOf(id)).toBe("superseded");
});

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type ContainerFixture, startContainerFixture } from "../support/containers/containerFixture.ts";
import { importNodeImage } from "../support/containers/importImage.ts";
import { findPodmanProblem, type Podman, startPodman } from "../support/containers/podman.ts";
import { reachingServer } from "../support/servers/reachingServer.ts";
import { callGateway, callTool } from "../support/service/gatewayCall.ts";
import { publishFiles } from "../support/service/publishFiles.ts";
import { startHttpServer } from "../support/services/startHttpServer.ts";

const problem = findPodmanProblem();

/** A program whose request uses a proxy as those of other languages do, and results in the status. */
const reachByProxy = (proxy: string, url: string) =>
  `const { port } = new URL("${proxy}"); const load = process.getBuiltinModule;
   const sent = load("node:http").get({ host: "127.0.0.1", port, path: "${url}" });
   const [response] = await load("node:events").once(sent, "response"); return String(response.resume().statusCode);`;

describe.skipIf(problem !== undefined)(`servers in containers of Podman${problem ? `: ${problem}` : ""}`, () => {
  const baseName = "localhost/fairlead-test/node:1";
  let podman: Podman;
  let fixture: ContainerFixture;
  beforeAll(async () => {
    podman = await startPodman();
    await importNodeImage(podman, baseName);
    fixture = await startContainerFixture(podman.socket, baseName);
  });
  afterAll(async () => {
    await fixture?.close();
    await podman?.close();
  });

  const listContainers = async (filter: string) => {
    const output = await podman.run("ps", "--all", "--quiet", "--no-trunc", "--filter", `label=${filter}`);
    return output.split("\n").filter((id) => id !== "");
  };
  const containersOf = (deploymentId: string) => listContainers(`io.github.fairlead.deployment=${deploymentId}`);
  const messages = (deploymentId: string) => fixture.eventsOf(deploymentId).map(({ message }) => message);
  const attempt = async (serverId: string, what: string, on: string) =>
    (await callTool(fixture, serverId, "echo", { attempt: { what, on } })).tried;
  const deployReaching = async (environment: Record<string, string> = {}) => {
    const serverId = fixture.makeServer("reaching");
    fixture.setEnvironment(serverId, environment);
    publishFiles(fixture.context, serverId, "1.0.0", [{ path: "a.mjs", content: reachingServer }], "a.mjs");
    const deployment = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    const reach = async (url: string) => (await callTool(fixture, serverId, "reach", { url })).label;
    return { serverId, deployment, reach };
  };
  const startUpstream = async (body = "here") => {
    const answer: RequestListener = (_, response) => response.setHeader("Connection", "close").end(body);
    return new URL(await startHttpServer(answer)).host;
  };

  test("a server answers through the gateway, and its deployment says in what it runs", async () => {
    const { serverId, deployment } = await fixture.run("healthy");
    expect(deployment).toMatchObject({ runsOn: "container", sandbox: "podman" });
    expect(deployment.image).toMatch(/^localhost\/fairlead\/server@(sha256:)?[0-9a-f]{64}$/);
    expect(messages(deployment.id)).toContainEqual(
      expect.stringMatching(/^Container \w{12} started, confined by podman$/),
    );
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy", pid: 1 });
    await fixture.waitForDeployment(deployment.id, ({ health }) => health?.status === "healthy");
  });

  test("the lines of a server are events of its deployment with their stream", async () => {
    const { deployment } = await fixture.run("healthy");
    const line = fixture.eventsOf(deployment.id).find(({ message }) => message === "starting healthy");
    expect(line).toMatchObject({ kind: "log", data: { stream: "stdout" } });
    const serverId = fixture.makeServer("exits", "exitsAtOnce");
    const failed = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
    expect(failed.failure).toMatchObject({
      message: "The process exited with code 3 before it responded.",
      log: ["starting exitsAtOnce", "cannot go on: the database is locked"],
    });
    await expect.poll(() => containersOf(failed.id), { timeout: 10_000 }).toEqual([]);
  });

  test("a server does not see a network, changes no file but scratch, and has no secret that the engine shows", async () => {
    const { serverId, deployment } = await deployReaching({ API_KEY: "very-secret-value" });
    const { env } = await callTool(fixture, serverId, "reach", { url: "data:,x" });
    expect(env.API_KEY).toBe("very-secret-value");
    const [id = ""] = await containersOf(deployment.id);
    const [inspected] = JSON.parse(await podman.run("inspect", id));
    expect(JSON.stringify(inspected)).not.toContain("very-secret-value");
    expect(inspected.HostConfig).toMatchObject({ NetworkMode: "none", ReadonlyRootfs: true, PidsLimit: 256 });
    expect(inspected.EffectiveCaps ?? []).toEqual([]);
    const tiny = await fixture.run("healthy");
    expect(await attempt(tiny.serverId, "write", "/server/x")).toBe("EROFS");
    expect(await attempt(tiny.serverId, "write", "/x")).toBe("EROFS");
    expect(await attempt(tiny.serverId, "write", "/tmp/x")).toBe("done");
    expect(await attempt(tiny.serverId, "read", "/proc/net/route")).not.toMatch(/\n\w/);
  });

  test("a server reaches no host until it is allowed", async () => {
    const host = await startUpstream();
    const { serverId, deployment, reach } = await deployReaching();
    expect(await reach(`http://${host}/`)).toContain("Proxy response (403)");
    await fixture.waitForDeployment(deployment.id, (_, events) =>
      events.some(({ data }) => data?.refusedHost === host),
    );
    fixture.context.db.run("UPDATE servers SET allowed_hosts_json = ? WHERE id = ?", JSON.stringify([host]), serverId);
    expect(await reach(`http://${host}/`)).toBe("200 here");
  });

  test("long requests and responses arrive whole, also from a sender that closes its connection", async () => {
    const size = 20_000_000;
    const host = await startUpstream("x".repeat(size));
    const { serverId, reach } = await deployReaching({ API_URL: `http://${host}` });
    expect((await reach(`http://${host}/`)).length).toBe(size + "200 ".length);
    const response = await callGateway(fixture, serverId, "tools/call", { name: "reach", arguments: { size } });
    expect((await response.text()).length).toBeGreaterThan(size);
  });

  test("a server that crashes is started again in another container", async () => {
    const { serverId, deployment } = await fixture.run("healthy");
    const before = await containersOf(deployment.id);
    await callTool(fixture, serverId, "crash").catch(() => undefined);
    await fixture.waitForDeployment(deployment.id, (_, events) =>
      events.some(({ message }) => message === "The server is running again."),
    );
    expect(messages(deployment.id).join("\n")).toContain("exited with code 7");
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy" });
    const after = await containersOf(deployment.id);
    expect([after.length, after[0] === before[0]]).toEqual([1, false]);
  });

  test("a server that needs more memory than its limit is ended, and its deployment says so", async () => {
    const { serverId, deployment } = await deployReaching();
    fixture.context.db.run(`UPDATE servers SET limits_json = '{"memoryMb":96,"cpus":1}' WHERE id = ?`, serverId);
    const limited = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    await expect.poll(() => containersOf(deployment.id), { timeout: 10_000 }).toEqual([]);
    await callTool(fixture, serverId, "reach", { fill: 300 }).catch(() => undefined);
    await fixture.waitForDeployment(limited.id, (_, events) =>
      events.some(({ message = "" }) => message.includes("exceeded its memory limit of 96 MB")),
    );
  });

  test("another version replaces the live one without a lost call, and so does the earlier one again", async () => {
    const serverId = fixture.makeServer("replaced");
    const first = await fixture.deployVersion(serverId, "1.0.0", "healthy", "one");
    const seen = new Set<string>();
    let isDone = false;
    const calls = (async () => {
      while (!isDone) seen.add((await callTool(fixture, serverId, "echo")).label);
    })();
    const second = await fixture.deployVersion(serverId, "2.0.0", "healthy", "two");
    await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    isDone = true;
    await calls;
    expect([...seen].sort()).toEqual(["one", "two"]);
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "one" });
    await expect
      .poll(async () => [await containersOf(first), await containersOf(second)], { timeout: 10_000 })
      .toEqual([[], []]);
  });

  test("a server that ignores the request to end is killed, and its container removed", async () => {
    const { serverId, deployment } = await fixture.run("ignoresTerm");
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await fixture.waitForStatus(deployment.id, "stopped");
    expect(messages(deployment.id)).toContain("not yet");
    expect(await containersOf(deployment.id)).toEqual([]);
  });

  test("a version with a Dockerfile runs in the image that the engine builds, confined by the same allowed hosts", async () => {
    const host = await startUpstream();
    const serverId = fixture.makeServer("built");
    const files = [
      { path: "Dockerfile", content: `FROM ${baseName}\nCOPY app/ /app/\nWORKDIR /app\nCMD ["node", "a.mjs"]\n` },
      { path: "app/a.mjs", content: reachingServer },
    ];
    publishFiles(fixture.context, serverId, "1.0.0", files, "Dockerfile");
    const deployment = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    const environment = (await callTool(fixture, serverId, "reach", { url: "data:,x" })).env;
    expect(environment).toMatchObject({ PORT: "8080", HTTPS_PROXY: "http://127.0.0.1:3128" });
    const request = (path: string) => reachByProxy(environment.HTTP_PROXY ?? "", `http://${host}${path}`);
    expect(await callTool(fixture, serverId, "reach", { script: request("/") })).toMatchObject({ label: "403" });
    fixture.context.db.run("UPDATE servers SET allowed_hosts_json = ? WHERE id = ?", JSON.stringify([host]), serverId);
    expect(await callTool(fixture, serverId, "reach", { script: request("/") })).toMatchObject({ label: "200" });
    expect(await containersOf(deployment.id)).toHaveLength(2);
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await fixture.waitForStatus(deployment.id, "stopped");
    expect(await containersOf(deployment.id)).toEqual([]);
  });

  test("the containers of a service that is killed are gone, and its next start runs the live server again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fairlead-killed-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = join(import.meta.dirname, "../support/containers/containerProcess.ts");
    const service = spawn(process.execPath, [program, podman.socket, folder, baseName], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: service.stdout });
    const [line = "{}"] = await new Promise<[string]>((resolve, reject) => {
      lines.once("line", (text) => resolve([text])).once("close", () => reject(new Error("The service ended.")));
    });
    const { serverId, live } = JSON.parse(line);
    const others = await listContainers("io.github.fairlead.instance");
    expect(await containersOf(live)).toHaveLength(1);
    service.kill("SIGKILL");
    await expect.poll(() => containersOf(live), { timeout: 20_000 }).toEqual([]);
    await expect
      .poll(async () => (await listContainers("io.github.fairlead.instance")).length, { timeout: 20_000 })
      .toBe(others.length - 2);
    const next = await startContainerFixture(podman.socket, baseName, folder);
    onTestFinished(() => next.close(true));
    await next.waitForStatus(live, "running");
    expect(await callTool(next, serverId, "echo")).toMatchObject({ label: "healthy" });
  });
});

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { callMcp } from "../../../../src/service/mcp/sendMcpMessage.ts";
import { createServerAgent, type ServerEndpoint } from "../../../../src/service/mcp/serverEndpoint.ts";
import { nodeImage } from "../../../support/kubernetes/clusterDouble.ts";
import { startRunnerFixture } from "../../../support/kubernetes/runnerFixture.ts";
import { testDeadline } from "../../../support/testDeadline.ts";

const signal = new AbortController().signal;
const objects = [
  ...["deployments", "services", "secrets", "configmaps"],
  ...["networkpolicies", "replicasets", "pods"],
] as const;

let fixture: Awaited<ReturnType<typeof startRunnerFixture>>;
const start = async (options: Parameters<typeof startRunnerFixture>[0] = {}) => {
  fixture = await startRunnerFixture(options);
  return fixture;
};
afterEach(() => fixture.close());

/** A machine that is busy takes longer than the second that is the default. */
const poll = <T>(read: () => T) => expect.poll(read);

const listObjects = () => objects.flatMap((kind) => fixture.double.store.list(kind, "servers"));

async function callTool(endpoint: ServerEndpoint, input: object = {}, name = "echo") {
  const agent = createServerAgent(endpoint, { keepAlive: true });
  const headers = { "MCP-Protocol-Version": "2025-11-25" };
  const call = { method: "tools/call", params: { name, arguments: input }, headers };
  try {
    const { result } = await callMcp(call, agent, testDeadline());
    const [{ text }] = result.content as [{ text: string }];
    return JSON.parse(text) as { readonly env: Record<string, string>; readonly pid: number };
  } finally {
    agent.destroy();
  }
}

describe("a server in a cluster", () => {
  test("runs as a pod, is called through the API server, and leaves nothing when it stops", async () => {
    const { runner, createProgram } = await start();
    const { program, lines } = createProgram("healthy", { environment: { API_KEY: "secret", LD_PRELOAD: "x" } });
    const server = await runner.start(program, signal);
    expect(server.image).toBe(nodeImage);
    const { env } = await callTool(server.endpoint, { log: "hello" });
    expect(env).toMatchObject({ API_KEY: "secret", NODE_ENV: "production" });
    expect(env).not.toHaveProperty("LD_PRELOAD");
    await poll(() => lines).toEqual(["starting healthy", "hello"]);
    expect(await server.stop(500)).toEqual({ description: "was stopped" });
    expect(listObjects()).toEqual([]);
  });

  test("needs no more rights than the shipped manifest gives", async () => {
    const documents = parseAllDocuments(readFileSync("media/deploy/kubernetes-runner.yaml", "utf8"));
    const role = documents.map((one) => one.toJS()).find(({ kind }) => kind === "Role");
    const { runner, createProgram } = await start({ rules: role.rules, token: "limited" });
    const server = await runner.start(createProgram("healthy").program, signal);
    await callTool(server.endpoint);
    await server.stop(500);
    await runner.removeLeftovers(() => false, signal);
  });

  test("carries large messages and many calls at once", async () => {
    const { runner, createProgram } = await start();
    const server = await runner.start(createProgram("healthy").program, signal);
    const texts = [1, 126, 70_000, 1_000_000].map((size) => "x".repeat(size));
    const results = await Promise.all(texts.map((log) => callTool(server.endpoint, { log, headers: {} })));
    expect(new Set(results.map(({ pid }) => pid)).size).toBe(1);
    await Promise.all(Array.from({ length: 20 }, () => callTool(server.endpoint)));
    await server.stop(500);
  });

  test("exits with its code, and its last lines come first", async () => {
    const { runner, createProgram } = await start();
    const { program, lines } = createProgram("healthy");
    const server = await runner.start(program, signal);
    await callTool(server.endpoint, { log: "last words" }, "crash").catch(() => undefined);
    expect(await server.exited).toEqual({ description: "exited with code 7" });
    expect(lines).toContain("last words");
    expect(listObjects()).toEqual([]);
    await expect(server.endpoint.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("has exited when it was evicted or its pod was deleted", async () => {
    const { runner, createProgram, double } = await start();
    const evicted = await runner.start(createProgram("healthy").program, signal);
    for (const pod of double.listPods()) await double.evict(pod, "The node was low on resource: memory.");
    expect(await evicted.exited).toEqual({ description: "was evicted: The node was low on resource: memory" });
    const deleted = await runner.start(createProgram("healthy").program, signal);
    for (const { metadata } of double.listPods()) double.store.remove("pods", metadata.namespace, metadata.name);
    expect(await deleted.exited).toEqual({ description: "was deleted from the cluster" });
  });

  test("ends in time when it ignores the request to end", async () => {
    const { runner, createProgram, double } = await start();
    const server = await runner.start(createProgram("ignoresTerm").program, signal);
    for (const { metadata } of double.listPods())
      double.store.change("pods", metadata, (pod) => {
        pod.spec.terminationGracePeriodSeconds = 0.2;
      });
    await server.stop(500);
    expect(double.listPods()).toEqual([]);
  });
});

describe("a server that does not start says why", () => {
  test("its image is missing", async () => {
    const { runner, createProgram } = await start({ nodeImage: "registry.example/gone" });
    const failure = /cannot pull the image\. Check .*ImagePullBackOff/;
    await expect(runner.start(createProgram("healthy").program, signal)).rejects.toThrow(failure);
    expect(listObjects()).toEqual([]);
  });

  test("it exchanges messages over its standard input and output", async () => {
    const { runner, createProgram } = await start();
    const started = runner.start(createProgram("healthy", { transport: "stdio" }).program, signal);
    await expect(started).rejects.toThrow('Choose a process or a container with "Run On"');
    expect(listObjects()).toEqual([]);
  });

  test("it crashes", async () => {
    const { runner, createProgram } = await start();
    const { program, lines } = createProgram("exitsAtOnce");
    await expect(runner.start(program, signal)).rejects.toThrow(
      "The server exited with code 3 each time it was started.",
    );
    expect(lines).toContain("cannot go on: the database is locked");
    expect(listObjects()).toEqual([]);
  });

  test("nothing listens", async () => {
    const { runner, createProgram } = await start({ readyTimeoutMs: 300 });
    const { program } = createProgram("neverListens");
    await expect(runner.start(program, signal)).rejects.toThrow("The pod was not ready within 0.3 s.");
    expect(listObjects()).toEqual([]);
  });

  test("no node takes it, until one does", async () => {
    const { runner, createProgram, double } = await start();
    double.state.canSchedule = false;
    const { program, lines } = createProgram("healthy");
    const starting = runner.start(program, signal);
    const notice = "kubernetes: No node of the cluster takes the pod: 0/1 nodes are available: 1 Insufficient memory.";
    await poll(() => lines).toEqual([notice]);
    double.state.canSchedule = true;
    await (await starting).stop(500);
  });

  test("a quota is used up", async () => {
    const { runner, createProgram, double } = await start();
    double.state.podQuota = 0;
    const failure = /does not create the pod: pods ".*" is forbidden: exceeded quota: team/;
    await expect(runner.start(createProgram("healthy").program, signal)).rejects.toThrow(failure);
    expect(listObjects()).toEqual([]);
  });

  test("the user of the service lacks a right", async () => {
    const rule = { apiGroups: ["", "apps"], resources: ["pods", "deployments"], verbs: ["list", "watch"] };
    const { runner, createProgram } = await start({ rules: [rule], token: "limited" });
    const failure = /secrets is forbidden: .* cannot patch .* media\/deploy\/kubernetes-runner\.yaml/;
    await expect(runner.start(createProgram("healthy").program, signal)).rejects.toThrow(failure);
  });

  test("the credential is refused", async () => {
    const { runner, createProgram } = await start({ token: "wrong" });
    await expect(runner.start(createProgram("healthy").program, signal)).rejects.toThrow(
      "Unauthorized The cluster refused the credential of the context. Sign in to the cluster again.",
    );
  });

  test("it was stopped before it was ready, and leaves nothing", async () => {
    const { runner, createProgram, double } = await start();
    double.state.canSchedule = false;
    const abort = new AbortController();
    const starting = runner.start(createProgram("healthy").program, abort.signal);
    await poll(() => double.listPods().length).toBe(1);
    abort.abort(new Error("not any more"));
    await expect(starting).rejects.toThrow("not any more");
    expect(listObjects()).toEqual([]);
  });
});

describe("the connection to the cluster", () => {
  test("may end and forget its history: the exit is seen", async () => {
    const { runner, createProgram, double } = await start();
    const { program } = createProgram("healthy");
    const server = await runner.start(program, signal);
    double.api.sendBookmarks();
    double.api.dropWatches();
    double.store.compact();
    await callTool(server.endpoint, {}, "crash").catch(() => undefined);
    expect(await server.exited).toEqual({ description: "exited with code 7" });
  });

  test("may be slow: a request that is refused for now is sent again", async () => {
    const { runner, createProgram, double } = await start();
    const server = await runner.start(createProgram("healthy").program, signal);
    double.state.throttled = 3;
    await server.stop(500);
    expect(listObjects()).toEqual([]);
  });

  test("may be gone when a server stops: the next start removes what is left", async () => {
    const { runner, createProgram, double, logged } = await start({ removeTimeoutMs: 100 });
    const server = await runner.start(createProgram("healthy").program, signal);
    double.state.throttled = 1000;
    await server.stop(0);
    expect(logged.join()).toMatch(
      /could not be removed from Kubernetes \(double\)\. The next start of the service removes it/,
    );
  });
});

describe("after the service was killed", () => {
  test("its servers are found running", async () => {
    const { runner, createRunner, createProgram, double } = await start();
    const { program } = createProgram("healthy", { environment: { KEY: "1" } });
    const before = await runner.start(program, signal);
    const { pid } = await callTool(before.endpoint);
    const lines: string[] = [];
    const after = await createRunner().start({ ...program, onLine: (line) => void lines.push(line) }, signal);
    await callTool(after.endpoint, { log: "new line" });
    // The earlier lines are not passed on again.
    await poll(() => lines).toEqual(["new line"]);
    expect((await callTool(after.endpoint)).pid).toBe(pid);
    expect(double.listPods()).toHaveLength(1);
    // With other variables it is replaced, and the old pod serves until the new one is ready.
    const changed = await createRunner().start({ ...program, environment: { KEY: "2" } }, signal);
    await poll(async () => (await callTool(changed.endpoint)).env.KEY).toBe("2");
    await changed.stop(500);
  });

  test("the servers that it does not start again are removed, those of others stay", async () => {
    const { runner, createRunner, createProgram } = await start();
    await runner.start(createProgram("healthy").program, signal);
    const { program } = createProgram("healthy");
    const kept = await runner.start(program, signal);
    const other = await startOther();
    await createRunner().removeLeftovers((id) => id === program.id, signal);
    await poll(() => fixture.double.listPods().length).toBe(2);
    await callTool(kept.endpoint);
    await callTool(other.endpoint);
    // Nor are those of this run, such as a test run, of which the database knows no deployment.
    await runner.removeLeftovers(() => false, signal);
    await callTool(kept.endpoint);
    await Promise.all([kept.stop(500), other.stop(500)]);
  });

  const startOther = () =>
    fixture.createRunner({ serviceId: "service-2" }).start(fixture.createProgram("healthy").program, signal);
});

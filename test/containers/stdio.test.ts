import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { testRunDetailSchema } from "../../src/contract/testRuns.ts";
import { type ContainerFixture, startContainerFixture } from "../support/containers/containerFixture.ts";
import { findPythonProblem, importNodeImage, importPythonImage } from "../support/containers/importImage.ts";
import { findPodmanProblem, type Podman, startPodman } from "../support/containers/podman.ts";
import { connectMcpClient, protocolEras } from "../support/servers/mcpClient.ts";
import { createStdioServerCode, stdioManifest } from "../support/servers/stdioServer.ts";
import { getRuntimeToken, postToService } from "../support/service/gatewayCall.ts";
import { publishFiles } from "../support/service/publishFiles.ts";

const problem = findPodmanProblem() ?? findPythonProblem();
const python = join(import.meta.dirname, "../support/servers/python");

describe.skipIf(problem !== undefined)(`servers of other kinds in Podman${problem ? `: ${problem}` : ""}`, () => {
  const base = "localhost/fairlead-test/node:1";
  const pythonName = "localhost/fairlead-test/python:1";
  let podman: Podman;
  let fixture: ContainerFixture;
  beforeAll(async () => {
    podman = await startPodman();
    await importNodeImage(podman, base);
    await importPythonImage(podman, pythonName);
    fixture = await startContainerFixture(podman.socket, base);
  });
  afterAll(async () => {
    await fixture?.close();
    await podman?.close();
  });

  const publish = (files: Readonly<Record<string, string>>, entry: string, manifest = {}) => {
    const serverId = fixture.makeServer("other");
    const list = Object.entries(files).map(([path, content]) => ({ path, content }));
    publishFiles(fixture.context, serverId, "1.0.0", list, entry, manifest);
    return serverId;
  };
  const publishPython = (program: string, manifest = {}) => {
    const read = (path: string) => readFileSync(join(python, path), "utf8");
    const files = {
      Dockerfile: `FROM ${pythonName}\nCOPY *.py /server/\nWORKDIR /server\nCMD ["python3", "-B", "${program}"]\n`,
      "tools.py": read("tools.py"),
      [program]: read(program),
    };
    return publish(files, "Dockerfile", manifest);
  };
  const run = async (serverId: string) => {
    const { id } = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    const token = await getRuntimeToken(fixture, serverId);
    const callTool = async (name: string, input = {}) => {
      const results = protocolEras.map(async (era) => {
        const url = `${fixture.context.baseUrl()}/mcp/${serverId}`;
        const client = await connectMcpClient(url, era, { Authorization: `Bearer ${token}` });
        const { content } = await client.callTool({ name, arguments: input });
        await client.close();
        return content[0]?.type === "text" ? content[0].text : undefined;
      });
      return [...new Set(await Promise.all(results))];
    };
    return { id, callTool };
  };
  const runTests = async (serverId: string) => {
    const headers = { Authorization: `Bearer ${fixture.key}` };
    const started = await postToService(fixture, `/api/v1/server/test-runs?id=${serverId}`, {});
    const { id } = z.object({ id: z.string() }).parse(started);
    const read = async () => {
      const response = await fetch(`${fixture.context.baseUrl()}/api/v1/server/test-run?id=${id}`, { headers });
      return testRunDetailSchema.parse(await response.json());
    };
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).not.toMatch(/queued|running/);
    return await read();
  };

  test("a Node program on standard input and output serves both eras, and its errors are its log", async () => {
    const serverId = publish({ "server.mjs": createStdioServerCode() }, "server.mjs", stdioManifest);
    fixture.setEnvironment(serverId, { GREETING: "hello" });
    const { id, callTool } = await run(serverId);
    expect(await callTool("echo", { some: "input" })).toEqual([JSON.stringify({ some: "input", env: "hello" })]);
    const line = fixture.eventsOf(id).find(({ message }) => message === "reads its input");
    expect(line).toMatchObject({ kind: "log", data: { stream: "stderr" } });
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await fixture.waitForStatus(id, "stopped");
  });

  test("a Node program that writes something else to its output fails to start with that line", async () => {
    const code = createStdioServerCode({ before: 'console.log("listens on 8080");' });
    const serverId = publish({ "server.mjs": code }, "server.mjs", stdioManifest);
    const { failure } = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
    expect(failure?.message).toContain('The process wrote "listens on 8080" to its standard output');
  });

  test("a Python program on standard input and output is built, called in both eras and passes its tests", async () => {
    const serverId = publishPython("stdio_server.py", stdioManifest);
    const { id, callTool } = await run(serverId);
    expect(await callTool("add", { a: 2, b: 3 })).toEqual(["5"]);
    expect(await callTool("proxy")).toEqual(["http://127.0.0.1:3128"]);
    expect(fixture.eventsOf(id).map(({ message }) => message)).toContain("reads its input");
    const { status, summary } = await runTests(serverId);
    expect([status, summary.failed, summary.errored]).toEqual(["passed", 0, 0]);
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await fixture.waitForStatus(id, "stopped");
  });

  test("a Python program over HTTP is built, called and passes its tests", async () => {
    const serverId = publishPython("http_server.py");
    await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    const { status, summary } = await runTests(serverId);
    expect([status, summary.failed, summary.errored]).toEqual(["passed", 0, 0]);
    expect(summary.passed).toBeGreaterThan(4);
  });
});

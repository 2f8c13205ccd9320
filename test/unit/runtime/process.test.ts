import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStarterFiles } from "../../../src/generator/starter/starterFiles.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";
import { longTest } from "../../support/longTest.ts";
import { listenOnLoopback } from "../../support/network/listenOnLoopback.ts";
import { createServerDefinition, createTestToolDefinition } from "../../support/servers/definedServer.ts";
import { connectMcpClient, protocolEras } from "../../support/servers/mcpClient.ts";
import { sendJson, startUpstream } from "../../support/servers/upstream.ts";
import { builtRuntime } from "../../support/testBuild.ts";

let root = "";
const started: ChildProcess[] = [];
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "fairlead-server-")));
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await rm(root, { recursive: true, force: true });
});

/** Creates a folder with the runtime and the given files. */
async function folder(name: string, files: Record<string, string>): Promise<string> {
  const path = join(root, name);
  await mkdir(path, { recursive: true });
  await copyFile(await builtRuntime(), join(path, "runtime.mjs"));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  return path;
}

/** Runs the server of a folder under Node's permission model, as the service does. */
function start(path: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--permission", `--allow-fs-read=${path}`, join(path, "server.mjs")], {
    cwd: path,
    env: environment,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  started.push(child);
  let output = "";
  const listening = Promise.withResolvers<string>();
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    const url = /http:\S+/.exec(output)?.[0];
    if (url) listening.resolve(url);
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  const exited = once(child, "close").then(([code, signal]) => ({ code, signal, output }));
  exited.then(({ output: all }) => listening.reject(new Error(all)));
  listening.promise.catch(() => undefined);
  return { child, exited, url: listening.promise };
}

const toolServer =
  'import { serve } from "./runtime.mjs";\nimport definition from "./definition.json" with { type: "json" };\nawait serve(definition);\n';
const serverFolder = (name: string, apiUrl = "http://h.invalid") =>
  folder(name, {
    "server.mjs": toolServer,
    "definition.json": JSON.stringify(createServerDefinition(apiUrl, [createTestToolDefinition("ask")])),
  });

describe("a server's process", () => {
  test.each(protocolEras)(
    "has read access to its own folder only, calls its API and finishes an active call before it stops (%s)",
    async (era) => {
      const received = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const upstream = await startUpstream((_, response) => {
        if (upstream.received.length === 1) return sendJson(response, { ok: true });
        received.resolve();
        release.promise.then(() => sendJson(response, { ok: false }));
      });
      const { url, child, exited } = start(await serverFolder(`plain-${era}`, upstream.origin));
      const client = await connectMcpClient(await url, era);
      expect(await client.callTool({ name: "ask" })).toMatchObject({ content: [{ text: '{\n  "ok": true\n}' }] });
      const call = client.callTool({ name: "ask" });
      await received.promise;
      child.kill("SIGTERM");
      release.resolve();
      expect(await call).toMatchObject({ content: [{ text: '{\n  "ok": false\n}' }] });
      expect(await exited).toMatchObject({ code: 0, output: expect.stringContaining("tool ask ok status=200") });
      await client.close();
      await upstream.close();
    },
  );

  test("reports a used port in one line, and ends", async () => {
    const { port } = closeAfterTest(await listenOnLoopback(createServer()));
    const { exited } = start(await serverFolder("taken"), { PORT: String(port) });
    expect(await exited).toEqual({
      code: 1,
      signal: null,
      output: `Port ${port} of 127.0.0.1 is taken by another program. Set PORT to a free one, or to 0 for any.\n`,
    });
  });

  test("ends when its parent process is gone", async () => {
    const { url, child } = start(await serverFolder("orphan"));
    await url;
    // Node emits no `close` for a child whose channel this process disconnected.
    const gone = once(child, "exit");
    child.disconnect();
    expect(await gone).toEqual([0, null]);
  });
});

/** Documents of all versions, and tags that have one name in code. */
const generatedServers = [
  ...["2.0/json/petstore.json", "3.1/yaml/train-travel.yaml"].map((name) => ({
    name,
    text: readFileSync(createRequire(import.meta.url).resolve(`@readme/oas-examples/${name}`), "utf8"),
  })),
  ...[
    ["OAuth 2", "OAuth2"],
    ["default", "Default tools"],
    ["1", "tools 1"],
  ].map((tags) => {
    const paths = Object.fromEntries(tags.map((tag) => [`/${tag}`, { get: { tags: [tag], responses: {} } }]));
    return { name: `tags ${tags.join(" and ")}`, text: JSON.stringify(createDocument({}, { paths })) };
  }),
];

describe("a generated server", () => {
  longTest.each(generatedServers)("starts and lists its tools: $name", async ({ name, text }) => {
    const { files, definition } = generateFromValidDocument(text, { maxTools: 5000 }, []);
    const path = await folder(
      name.replaceAll(/\W+/g, "-"),
      Object.fromEntries(files.map((file) => [file.path, file.content])),
    );
    const { url, child, exited } = start(path);
    const client = await connectMcpClient(await url, "2026-07-28");
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(
      definition.tools.map((tool) => tool.name),
    );
    await client.close();
    child.kill("SIGTERM");
    expect(await exited).toMatchObject({ code: 0 });
  });
});

describe("the starter", () => {
  const starter = createStarterFiles({ name: 'My "first" server', slug: "my-first", version: "0.1.0", runtime: [] });

  test("contains the files and the manifest of a project", () => {
    expect(starter.files.map((file) => file.path)).toEqual([
      "server.mjs",
      "fairlead.tests.yaml",
      "skills/count-days/SKILL.md",
      "package.json",
      "README.md",
      ".env.example",
      "Dockerfile",
      ".dockerignore",
      "server.json",
    ]);
    expect(starter.manifest).toMatchObject({ name: "com.example/my-first", version: "0.1.0" });
    expect(starter.variables.map(({ name, secret }) => ({ name, secret }))).toContainEqual({
      name: "GITHUB_TOKEN",
      secret: true,
    });
  });

  longTest.each(protocolEras)("runs without changes (%s)", async (era) => {
    const token = "canary-token";
    const api = await startUpstream(({ target }, response) =>
      target === "/repos/a/b%20c" ? sendJson(response, { stargazers_count: 3 }) : sendJson(response, {}, 404),
    );
    const files = starter.files.map((file) => [file.path, file.content]);
    const path = await folder(`starter-${era}`, Object.fromEntries(files));
    const { url, child, exited } = start(path, { GITHUB_API_URL: api.origin, GITHUB_TOKEN: token });
    const client = await connectMcpClient(await url, era);
    expect((await client.listTools()).tools).toHaveLength(starter.toolCount);
    const days = await client.callTool({ name: "days_between", arguments: { from: "2026-01-31", to: "2026-03-01" } });
    expect(days.structuredContent).toEqual({ days: 29, weeks: 4.1 });
    const found = await client.callTool({ name: "github_repository", arguments: { owner: "a", name: "b c" } });
    expect(JSON.stringify(found.content)).toContain('\\"stars\\": 3');
    expect(api.received[0]?.headers.authorization).toBe(`Bearer ${token}`);
    const missing = await client.callTool({ name: "github_repository", arguments: { owner: "a", name: "z" } });
    expect(missing).toMatchObject({
      isError: true,
      content: [{ text: "There is no repository a/z. Check both names." }],
    });
    await client.close();
    child.kill("SIGTERM");
    expect((await exited).output).not.toContain(token);
    await api.close();
  });
});

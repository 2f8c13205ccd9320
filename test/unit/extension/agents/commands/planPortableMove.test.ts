import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { useServerIn } from "../../../../../src/extension/agents/commands/useServerIn.ts";
import { createAgentPlaces } from "../../../../support/agents/testAgentFiles.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

let home: string;
let workspace: string;
const served = await useServedService({});
const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Pet Shop", "healthy"));
const plain = { type: "http", url: deployment.url };
beforeEach(() => {
  home = createTemporaryFolder();
  workspace = join(home, "shop");
  mkdirSync(join(workspace, ".vscode"), { recursive: true });
});

const old = () => join(workspace, ".vscode", "mcp.json");
const portable = () => join(workspace, ".mcp.json");
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const fixtureWith = (answers: readonly string[]) =>
  createCommandFixture(served, { answers, agentPlaces: createAgentPlaces(home, workspace) });
const use = ({ app }: Awaited<ReturnType<typeof fixtureWith>>) =>
  useServerIn(app, { node: { kind: "server", server, live: undefined, latest: undefined } });
const answers = ["VS Code, Claude Code, Copilot .mcp.json", "Write"];

/** Writes the server into `.mcp.json` beside these entries of `.vscode/mcp.json`; returns the question. */
async function useBeside(servers: unknown): Promise<string> {
  writeFileSync(old(), typeof servers === "string" ? servers : JSON.stringify({ servers }));
  await using fixture = await fixtureWith(answers);
  await use(fixture);
  return fixture.prompts.questions.at(-1) ?? "";
}

const staying = "stays in .vscode/mcp.json";

test("a plain entry of .vscode/mcp.json is moved to the file that all agents read, after one question", async () => {
  const others = { b: { type: "http", url: "http://127.0.0.1:9/other" } };
  const question = await useBeside({ a: plain, ...others });
  expect(read(old())).toEqual({ servers: others });
  expect(read(portable())).toEqual({ mcpServers: { "pet-shop": plain } });
  expect(question).toContain("in place of .vscode/mcp.json");
  expect(question).not.toContain(staying);
});

test("headers move with their entry, and stay when the entry is written again", async () => {
  const headers = { "x-tenant": "a" };
  writeFileSync(old(), JSON.stringify({ servers: { a: { url: deployment.url, headers }, b: plain } }));
  await using fixture = await fixtureWith([...answers, ...answers]);
  for (const _ of answers) {
    await use(fixture);
    expect(read(old())).toEqual({ servers: {} });
    expect(read(portable())).toEqual({ mcpServers: { "pet-shop": { ...plain, headers } } });
  }
  expect(fixture.prompts.questions.join("\n")).not.toContain(staying);
});

test.each([
  ["a setting that only VS Code has", { ...plain, sandboxEnabled: true }],
  ["another transport", { ...plain, type: "sse" }],
  ["a header with an input of VS Code", { ...plain, headers: { "x-tenant": `\${input:tenant}` } }],
  ["headers that are none", { ...plain, headers: "x" }],
])("an entry with %s stays, and the question says that the server is listed twice", async (_, entry) => {
  const question = await useBeside({ a: entry, b: plain });
  expect(read(old())).toEqual({ servers: { a: entry } });
  expect(read(portable())).toEqual({ mcpServers: { "pet-shop": plain } });
  expect(question).toContain("in place of .vscode/mcp.json");
  expect(question).toContain(staying);
});

test("of two entries with different headers the first moves", async () => {
  const entry = (tenant: string) => ({ ...plain, headers: { "x-tenant": tenant } });
  const question = await useBeside({ a: entry("a"), b: entry("b") });
  expect(read(old())).toEqual({ servers: { b: entry("b") } });
  expect(read(portable())).toEqual({ mcpServers: { "pet-shop": entry("a") } });
  expect(question).toContain(staying);
});

test("the file of another agent leaves .vscode/mcp.json as it is", async () => {
  writeFileSync(old(), JSON.stringify({ servers: { a: plain } }));
  await using fixture = await fixtureWith(["Cursor .cursor/mcp.json", "Write"]);
  await use(fixture);
  expect(read(old())).toEqual({ servers: { a: plain } });
  expect(fixture.prompts.questions.at(-1)).toMatch(/as the editor shows\?$/);
});

test("an entry with a comment inside stays", async () => {
  const text = `{ "servers": { "a": { /* mine */ "type": "http", "url": ${JSON.stringify(deployment.url)} } } }`;
  const question = await useBeside(text);
  expect(readFileSync(old(), "utf8")).toBe(text);
  expect(question).not.toContain("in place of");
  expect(question).toContain(staying);
});

test("the plain entry stays where the new one cannot be written", async () => {
  writeFileSync(portable(), "{}");
  chmodSync(portable(), 0o444);
  await expect(useBeside({ a: plain })).rejects.toThrow(".mcp.json was not changed");
  expect(read(old())).toEqual({ servers: { a: plain } });
});

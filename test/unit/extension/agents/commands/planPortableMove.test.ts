import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { portableFile, useAgentCommands } from "../../../../support/agents/agentCommandFixture.ts";

const { deployment, open, inWorkspace } = await useAgentCommands();
const plain = { type: "http", url: deployment.url };
beforeEach(() => void mkdirSync(inWorkspace(".vscode")));

const old = () => inWorkspace(".vscode", "mcp.json");
const portable = () => inWorkspace(".mcp.json");
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/** Writes the server into `.mcp.json` beside these entries of `.vscode/mcp.json`; returns the question. */
async function useBeside(servers: unknown): Promise<string> {
  writeFileSync(old(), typeof servers === "string" ? servers : JSON.stringify({ servers }));
  await using fixture = await open(portableFile);
  await fixture.useServer();
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
  await using fixture = await open([...portableFile, ...portableFile]);
  for (const _ of portableFile) {
    await fixture.useServer();
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
  await using fixture = await open(["Cursor .cursor/mcp.json", "Write"]);
  await fixture.useServer();
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

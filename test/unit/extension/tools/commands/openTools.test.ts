import { afterEach, describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import {
  connectToMcpServer,
  disconnectMcpServer,
} from "../../../../../src/extension/tools/commands/connectToMcpServer.ts";
import { openMcpContent, showResource } from "../../../../../src/extension/tools/commands/openMcpContent.ts";
import { openTool } from "../../../../../src/extension/tools/commands/openTool.ts";
import { rowOf, type TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { readServerRows } from "../../../../support/editor/testTree.ts";
import { changingUri, startChangingServer } from "../../../../support/servers/changingServer.ts";
import { serverCode } from "../../../../support/servers/codeServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { createSkillServerFiles } from "../../../../support/skills/skillServerFiles.ts";

const code = serverCode(`
  const complete = (result) => ({ resultType: "complete", ttlMs: 0, cacheScope: "private", ...result });
  capabilities.resources = {};
  capabilities.prompts = {};
  methods["resources/list"] = () => complete({ resources: [{ uri: "notes://today", name: "today" }, { uri: "ui://board", name: "board", mimeType: "text/html;profile=mcp-app" }] });
  methods["resources/templates/list"] = () => complete({ resourceTemplates: [{ uriTemplate: "notes://{day}/{part}", name: "note" }] });
  capabilities.completions = {};
  methods["completion/complete"] = ({ ref, argument: { name }, context = {} }) => complete({ completion: { values: name === "day" ? ["Monday", "Sunday"] : name === "part" ? [context.arguments.day + " noon"] : [] } });
  methods["resources/read"] = ({ uri }) => complete(uri === "ui://board" ? { contents: [{ uri, mimeType: "text/html;profile=mcp-app", text: "<p>" }] } : { contents: [{ uri, text: "Rain" }, { uri: "notes://map", mimeType: "image/png", blob: "AAAA" }] });
  methods["prompts/list"] = () => complete({ prompts: [{ name: "plan", arguments: [{ name: "day", required: true }, { name: "mood" }] }, { name: "attach" }] });
  methods["prompts/get"] = ({ name, arguments: given }) => complete(name === "attach" ? { messages: [{ role: "user", content: { type: "resource", resource: { uri: "notes://today", text: "Rain" } } }, { role: "user", content: { type: "image", mimeType: "image/png", data: "AAAA" } }] } : { description: "A plan", messages: [{ role: "user", content: { type: "text", text: "Plan " + JSON.stringify(given) } }] });
`);

let fixture: Awaited<ReturnType<typeof createCommandFixture>>;
const served = await useServedService();
const files = [{ path: "server.mjs", encoding: "utf8" as const, content: code }];
const deployed = await served.deploy("Own", { kind: "files", files, entry: "server.mjs" });
const url = deployed.url;
const token = deployed.headers.authorization;
afterEach(() => fixture.close());

async function start(...answers: readonly ScriptedAnswer[]) {
  fixture = await createCommandFixture(served, { answers, actions: ["Open Tool"] });
  return fixture;
}

const readRows = (parent?: TreeNode) => readServerRows(fixture.app, parent);

const describeRows = (nodes: readonly TreeNode[]) =>
  nodes.map((node) => {
    const { icon, label, description } = rowOf(node).describe(node, 0);
    return [icon, label, description].join(" ").trim();
  });

async function readTools(): Promise<readonly TreeNode[]> {
  const [server] = await readRows();
  const tools =
    server &&
    rowOf(server)
      .children?.(server)
      .find(({ kind }) => kind === "tools");
  return readRows(tools);
}

async function findContent(label: string): Promise<TreeNode | undefined> {
  const contents = (await readTools()).flatMap((row) => rowOf(row).children?.(row) ?? []);
  return contents.find((node) => rowOf(node).describe(node, 0).label === label);
}

describe("the row Tools of a live server", () => {
  test("holds its tools with their effects, and its resources and prompts", async () => {
    await start();
    const rows = await readTools();
    expect(describeRows(rows)).toEqual([
      expect.stringMatching(/^eye add reads · not called yet/),
      expect.stringMatching(/^tools drop not called yet/),
      "files Resources 3",
      "comment-discussion Prompts 2",
    ]);
    const inner = rows.flatMap((row) => rowOf(row).children?.(row) ?? []);
    expect(describeRows(inner)).toEqual([
      "file today",
      "file board MCP App",
      "symbol-key note notes://{day}/{part}",
      "comment plan day, mood",
      "comment attach",
    ]);
  });

  test("says in the tooltip what a tool does and costs, and opens its page", async () => {
    const { app, ranCommands } = await start();
    const [add] = await readTools();
    const facts = Object.fromEntries(add ? rowOf(add).describe(add, 0).facts() : []);
    expect(facts).toMatchObject({ Tool: "add", Server: "Own", Effect: "reads", Description: "Adds." });
    expect(facts["Tokens in a list"]).toMatch(/^about \d+$/);
    await openTool(app, add ? { node: add } : {});
    expect(ranCommands).toEqual(["tool panel add"]);
  });
});

test("Open Tool asks for the server and the tool from the palette", async () => {
  const { app, ranCommands } = await start("Own", "drop");
  await openTool(app, {});
  expect(ranCommands).toEqual(["tool panel drop"]);
});

describe("a resource and a prompt", () => {
  test("show the texts of a resource, and say what the rest is", async () => {
    const { app, documents } = await start();
    const node = await findContent("today");
    await openMcpContent(app, node ? { node } : {});
    expect(documents.shown).toEqual(["today.txt: Rain", "map.txt: notes://map is not text (image/png, 3 bytes)."]);
  });

  test("read a resource again while its document is open, when the server says that it changed", async () => {
    const { app, documents } = await start();
    const server = closeAfterTest(await startChangingServer("2026-07-28"));
    app.mcp.addNamedServer({ name: "Notes", url: server.url, headers: {} });
    await showResource(app, { kind: "url", url: server.url }, changingUri);
    await expect.poll(() => documents.shown).toEqual(["today.txt: Rain", "today.txt: Rain"]);
    server.state.text = "Sun";
    server.reportResource();
    await expect.poll(() => documents.shown.at(-1)).toBe("today.txt: Sun");
    documents.following.abort();
  });

  test("show the page of an MCP App as HTML", async () => {
    const { app, documents } = await start();
    const node = await findContent("board");
    await openMcpContent(app, node ? { node } : {});
    expect(documents.shown).toEqual(["board.html: <p>"]);
  });

  test("show what a prompt attaches, and no data that is not text", async () => {
    const { app, documents } = await start();
    const node = await findContent("attach");
    await openMcpContent(app, node ? { node } : {});
    const attached = ["notes://today\n\nRain", "Not shown: image/png, 3 bytes."];
    expect(documents.shown).toEqual([`attach.md: ${attached.map((text) => `## user\n\n${text}\n`).join("\n")}`]);
  });

  test("ask for the arguments of a prompt, and show its messages, or nothing after Escape", async () => {
    const { app, documents } = await start(escapeAnswer, "Monday", "");
    const node = await findContent("plan");
    await openMcpContent(app, node ? { node } : {});
    expect(documents.shown).toEqual([]);
    await openMcpContent(app, node ? { node } : {});
    expect(documents.shown).toEqual(['plan.md: A plan\n\n## user\n\nPlan {"day":"Monday"}\n']);
  });

  test("of a template are asked for with what the server proposes, and other values can be typed", async () => {
    const { app, documents, prompts } = await start("Tuesday", "Tuesday noon");
    const node = await findContent("note");
    await openMcpContent(app, node ? { node } : {});
    const labels = prompts.offered.map((choices) => choices.map(({ label }) => label));
    expect(labels).toEqual([["Monday", "Sunday"], ["Tuesday noon"]]);
    expect(documents.shown[0]).toMatch(/: Rain$/);
  });
});

describe("Connect to MCP Server", () => {
  test("asks a host for its servers, also again after Back, and takes its address where it lists none", async () => {
    const card = { name: "a/one", title: "One", description: "First.", remotes: [{ type: "streamable-http", url }] };
    const open = { ...card, remotes: [{ type: "streamable-http", url: "https://a.example/{tenant}" }] };
    const type = "application/mcp-server-card+json";
    const entries = [
      { type, url: "/card" },
      { type, data: { ...card, title: "Two" } },
      { type: "other", data: card },
      { type, data: open },
    ];
    const { app, prompts } = await start(
      "shop.example",
      promptBack,
      "shop.example",
      "One",
      escapeAnswer,
      "none.example",
      escapeAnswer,
    );
    const texts: Readonly<Record<string, string>> = {
      "https://shop.example/.well-known/ai-catalog.json": JSON.stringify({ entries }),
      "https://shop.example/card": JSON.stringify(card),
    };
    const fetchText = async (address: string) => texts[address] ?? Promise.reject(new Error("404"));
    await connectToMcpServer({ ...app, fetchText }, {});
    await connectToMcpServer({ ...app, fetchText }, {});
    expect(prompts.offered.map((choices) => choices.map(({ label, description }) => [label, description]))).toEqual([
      [
        ["One", url],
        ["Two", url],
      ],
      [
        ["One", url],
        ["Two", url],
      ],
    ]);
    expect(prompts.unusedAnswers).toEqual([]);
  });

  test("lists the server below the others until it is disconnected, and opens its tools", async () => {
    const { app, messages, ranCommands, refreshed } = await start(url, `Authorization: ${token}`, "X-Trace: one", "");
    await connectToMcpServer(app, {});
    const { host } = new URL(url);
    expect(messages.shown).toEqual([`info: This window is connected to ${host}: 2 tools. [Open Tool]`]);
    expect(ranCommands).toEqual(["fairlead.tool.open"]);
    expect(refreshed).toEqual(["fairlead.servers"]);
    const node = (await readRows()).at(-1);
    expect(node).toEqual({ kind: "mcpServer", name: host, url });
    const below = (await readRows(node)).flatMap((row) => rowOf(row).children?.(row) ?? []);
    expect(describeRows(below)).toContain("eye add reads");
    expect(JSON.stringify(fixture.logged)).not.toContain(token.slice(7));
    await disconnectMcpServer(app, node ? { node } : {});
    expect((await readRows()).map(({ kind }) => kind)).toEqual(["server"]);
  });

  test("does not list a server that refuses the credentials", async () => {
    const { app } = await start(url, "Authorization: Bearer none", "");
    await expect(connectToMcpServer(app, {})).rejects.toThrow("refused the credentials (HTTP 401)");
    expect(app.mcp.namedServers()).toEqual([]);
  });

  test("does not accept another or a telling URL, or a header without a value", async () => {
    const urls = ["a word", "ftp://mcp.example.com", "https://user:secret@mcp.example.com"];
    const { app } = await start(...urls, url, "Bearer abc");
    for (const _ of urls)
      await expect(connectToMcpServer(app, {})).rejects.toThrow("cannot be entered: Enter a URL that starts with");
    await expect(connectToMcpServer(app, {})).rejects.toThrow("Enter the header as Name: value");
  });
});

test("a skill of a server is below Skills, and not below Resources too", async () => {
  const skillText = "---\nname: count\ndescription: Counts. Use for numbers.\n---\n\nCall `add`.\n";
  const skillFiles = await createSkillServerFiles({ "SKILL.md": skillText });
  const counter = await served.deploy("Counter", { kind: "files", files: skillFiles, entry: "server.mjs" });
  const { app } = await start();
  app.mcp.addNamedServer({ name: "Counter", url: counter.url, headers: { ...counter.headers } });
  const rows = describeRows(await readRows({ kind: "mcpServer", name: "Counter", url: counter.url }));
  expect(rows.filter((row) => /Skills|Resources/.test(row))).toEqual(["mortar-board Skills 1"]);
});

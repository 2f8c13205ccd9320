import { describe, expect, test } from "vitest";
import {
  editAgentText,
  holdsEntry,
  readAgentEntries,
  updateAgentText,
} from "../../../../../src/extension/agents/model/agentText.ts";
import { type AgentEntry, mcpAgents } from "../../../../../src/extension/agents/model/mcpAgents.ts";
import { listAgentFileTexts } from "../../../../support/agents/agentFileTexts.ts";
import { listUserEntryTexts } from "../../../../support/agents/userEntryTexts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const url = "http://127.0.0.1:4521/mcp/srv_1";
const command = {
  command: "/opt/code",
  args: ["/a b/bridge.mjs", "--grant", "grt_1"],
  env: { ELECTRON_RUN_AS_NODE: "1" },
};

describe.each(mcpAgents)("the file of $id", (agent) => {
  const entries = [...(agent.urlEntry ? [agent.urlEntry(url)] : []), agent.commandEntry(command)];

  /** Each text with each of our entries. */
  const pairs = listAgentFileTexts(agent).flatMap((file) => entries.map((entry) => ({ ...file, entry })));

  test("with any text gets only our entry, and loses only it", () => {
    for (const { name, text, entry } of pairs) {
      const before = readAgentEntries(agent, text);
      const after = editAgentText(agent, text, "pet-shop", entry);
      expect(readAgentEntries(agent, after), name).toEqual({ ...before, "pet-shop": entry });
      expectLinesKept(text, after);
      const again = editAgentText(agent, after, "pet-shop", { ...entry, more: 1 });
      expect(editAgentText(agent, again, "pet-shop", entry), name).toBe(after);
      const removed = editAgentText(agent, after, "pet-shop", undefined);
      expect(readAgentEntries(agent, removed), name).toEqual(before);
      expectLinesKept(text, removed);
      // A brace that stood behind the last property has its own line now.
      const withoutBlanks = (one: string) => (name.startsWith("the last") ? one.replaceAll(/\s/g, "") : one);
      if (Object.keys(before).length > 0 && agent.format === "json")
        expect(withoutBlanks(removed), name).toBe(withoutBlanks(text));
      expect(editAgentText(agent, text, "pet-shop", undefined), name).toBe(text);
    }
  });

  test("with any text keeps what the user added to our entry", () => {
    const theirs = { startup_timeout_sec: 30, disabled: true, headers: { "X-Tenant": "a" } };
    for (const { name, text, entry } of pairs) {
      const added = { ...entry, ...("env" in entry && { env: { ...command.env, LANG: "de" } }), ...theirs };
      const before = editAgentText(agent, text, "pet-shop", added);
      const moved = JSON.parse(JSON.stringify(entry).replace("srv_1", "srv_2").replace("grt_1", "grt_2"));
      const update = { name: "pet-shop", written: entry, entry: moved };
      const expected = before.replace(/srv_1|grt_1/, (id) => id.replace("1", "2"));
      expect(updateAgentText(agent, before, update), name).toBe(expected);
      const renamed = updateAgentText(agent, before, { ...update, newName: "shop" });
      expect(readAgentEntries(agent, renamed).shop, name).toMatchObject(theirs);
      expect(readAgentEntries(agent, renamed)["pet-shop"], name).toBeUndefined();
    }
  });

  test("keeps every byte of what the user made of our entry when its target changes, and loses only the entry", () => {
    const move = (text: string) => text.replace("srv_1", "srv_2").replace("grt_1", "grt_2");
    for (const entry of entries) {
      const moved = JSON.parse(move(JSON.stringify(entry)));
      const others = listUserEntryTexts(agent, moved, url);
      for (const [index, { name, text, rest }] of listUserEntryTexts(agent, entry, url).entries()) {
        const update = { name: "pet-shop", written: entry, entry: moved };
        expect(updateAgentText(agent, text, update), name).toBe(others[index]?.text);
        expect(updateAgentText(agent, text, { ...update, entry }), name).toBe(text);
        const removed = editAgentText(agent, text, "pet-shop", undefined);
        expect(toPlain(removed), name).toBe(toPlain(rest));
        const { "pet-shop": _, ...left } = readAgentEntries(agent, text);
        expect(readAgentEntries(agent, removed), name).toEqual(left);
      }
    }
  });

  test("that does not exist is made with our entry, and is read again", () => {
    for (const entry of entries) {
      const made = editAgentText(agent, undefined, "pet-shop", entry);
      expect(readAgentEntries(agent, made)).toEqual({ "pet-shop": entry });
      expect(made.endsWith("\n")).toBe(true);
    }
  });

  test("that is broken is refused with the place", () => {
    const broken =
      agent.format === "json" ? `{\n  "${agent.key}": {\n    "a": }\n}` : `model = "x"\n[${agent.key}.a]\nurl = \n`;
    expect(() => editAgentText(agent, broken, "pet-shop", entries[0])).toThrow(
      /^line 3, column \d+: This is not (JSON|TOML)/,
    );
  });

  test("whose servers are something else is refused with the place", () => {
    const wrong = agent.format === "json" ? `{\n  "${agent.key}": []\n}` : `${agent.key} = 1\n`;
    expect(() => editAgentText(agent, wrong, "pet-shop", entries[0])).toThrow(/^line \d, column \d+: /);
  });
});

/** Without white space, commas, marked comments, and the header of a table that has nothing. */
const toPlain = (text: string) =>
  text.replaceAll(/\/\/ <.>|\/\* <.> \*\/|# <.>|[\s,]/g, "").replace("[mcp_servers]", "");

/** Every line stays in its order; only a comma may follow it. */
function expectLinesKept(before: string, after: string): void {
  const lines = after.split(/(?<=\n)/);
  let at = -1;
  for (const line of before.split(/(?<=\n)/)) {
    if (line.trim() === "" || line.replaceAll(/[^{}]/g, "") !== "") continue;
    const next = lines.findIndex((one, index) => index > at && isSameLine(line, one));
    expect(next, `${JSON.stringify(line)} in ${JSON.stringify(after)}`).toBeGreaterThan(at);
    at = next;
  }
}

const isSameLine = (before: string, after: string) =>
  after === before || after.replace(",", "") === before || after === `${before}\n` || after === `${before}\r\n`;

test("the tables and comments of an entry of Codex stay where they are, and lines without a change too", () => {
  const text = (entry: string) =>
    `[mcp_servers.shop]\n${entry}later_key = "keep"\n\n[mcp_servers.shop.http_headers]\nX-Tenant = "a"\n\n[mcp_servers.shop.env]\nMINE = "1" # mine\n`;
  const before = text('url = "http://a/mcp" # the shop\nstartup_timeout_sec = 30\nargs = [\n  "x",\n]\n');
  const codex = { format: "toml", key: "mcp_servers" } as const;
  const written = { url: "http://a/mcp", args: ["x"] };
  const change = (entry: AgentEntry) => updateAgentText(codex, before, { name: "shop", written, entry });
  expect(change({ url: "http://b/mcp", args: ["x"] })).toBe(before.replace("http://a/", "http://b/"));
  expect(change({ url: "http://a/mcp" })).toBe(before.replace('args = [\n  "x",\n]\n', ""));
  expect(change({ ...written, args: ["y"], cwd: "/b" })).toBe(
    text('cwd = "/b"\nurl = "http://a/mcp" # the shop\nstartup_timeout_sec = 30\nargs = [\n  "y",\n]\n'),
  );
  expect(change({ ...written, env: { MINE: "2", OURS: "1" } })).toBe(
    before.replace('MINE = "1" # mine', 'OURS = "1"\nMINE = "2" # mine'),
  );
});

test("an entry of Codex that shares its line with others gets another target, and is not removed", () => {
  const codex = { format: "toml", key: "mcp_servers" } as const;
  const text = `mcp_servers = { shop = { url = "${url}" }, docs = { url = "${url}" } }\n`;
  const update = { name: "shop", written: { url }, entry: { url: "http://b/mcp" } };
  expect(updateAgentText(codex, text, update)).toBe(text.replace(url, "http://b/mcp"));
  expect(() => editAgentText(codex, text, "shop", undefined)).toThrow(/is not written as tables/);
});

test("the entry of Copilot CLI begins with all tools, and keeps those that the user left", () => {
  const agent = requireValue(mcpAgents.find(({ id }) => id === "copilot-cli"));
  const entry = requireValue(agent.urlEntry?.(url));
  const update = { name: "pet-shop", written: entry, entry: { ...entry, url: `${url}2` } };
  const made = updateAgentText(agent, undefined, { ...update, entry });
  expect(readAgentEntries(agent, made)["pet-shop"]).toEqual({ type: "http", url, tools: ["*"] });
  expect(holdsEntry(readAgentEntries(agent, made)["pet-shop"], entry)).toBe(true);
  const narrowed = made.replace('"*"', '"listPets"');
  expect(holdsEntry(readAgentEntries(agent, narrowed)["pet-shop"], entry)).toBe(true);
  const again = readAgentEntries(agent, updateAgentText(agent, narrowed, update))["pet-shop"];
  expect(again).toEqual({ type: "http", url: `${url}2`, tools: ["listPets"] });
});

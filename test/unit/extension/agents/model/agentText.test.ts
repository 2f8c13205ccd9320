import { describe, expect, test } from "vitest";
import { editAgentText, readAgentEntries } from "../../../../../src/extension/agents/model/agentText.ts";
import { mcpAgents } from "../../../../../src/extension/agents/model/mcpAgents.ts";
import { listAgentFileTexts } from "../../../../support/agents/agentFileTexts.ts";

const url = "http://127.0.0.1:4521/mcp/srv_1";
const command = {
  command: "/opt/code",
  args: ["/a b/bridge.mjs", "--grant", "grt_1"],
  env: { ELECTRON_RUN_AS_NODE: "1" },
};

describe.each(mcpAgents)("the file of $id", (agent) => {
  const entries = [...(agent.urlEntry ? [agent.urlEntry(url)] : []), agent.commandEntry(command)];

  test.each(listAgentFileTexts(agent))("with $name gets only our entry, and loses only it", ({ name, text }) => {
    for (const entry of entries) {
      const before = readAgentEntries(agent, text);
      const after = editAgentText(agent, text, "pet-shop", entry);
      expect(readAgentEntries(agent, after)).toEqual({ ...before, "pet-shop": entry });
      expectLinesKept(text, after);
      const again = editAgentText(agent, after, "pet-shop", { ...entry, more: 1 });
      expect(editAgentText(agent, again, "pet-shop", entry)).toBe(after);
      const removed = editAgentText(agent, after, "pet-shop", undefined);
      expect(readAgentEntries(agent, removed)).toEqual(before);
      expectLinesKept(text, removed);
      // A brace that stood behind the last property has its own line now.
      const withoutBlanks = (one: string) => (name.startsWith("the last") ? one.replaceAll(/\s/g, "") : one);
      if (Object.keys(before).length > 0 && agent.format === "json")
        expect(withoutBlanks(removed)).toBe(withoutBlanks(text));
      expect(editAgentText(agent, text, "pet-shop", undefined)).toBe(text);
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

import fc from "fast-check";
import { expect, test } from "vitest";
import { editAgentText, readAgentEntries } from "../../../../../src/extension/agents/model/agentText.ts";
import { readJsonTokens } from "../../../../../src/extension/agents/model/jsonPropertyEdits.ts";
import { mcpAgents } from "../../../../../src/extension/agents/model/mcpAgents.ts";
import { propertyRuns } from "../../../../support/propertyRuns.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const entry = { type: "http", url: "http://127.0.0.1:4521/mcp/srv_1" };
const jsonAgents = mcpAgents.filter(({ format }) => format === "json");
const codex = requireValue(mcpAgents.find(({ format }) => format === "toml"));

const comment = fc.oneof(
  fc.constant(""),
  fc.stringMatching(/^[a-z ]{0,8}$/).map((text) => `/* ${text} */`),
  fc.stringMatching(/^[a-z ,{}"]{0,8}$/).map((text) => `// ${text}\n`),
);
const gap = fc
  .tuple(fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t"), comment, fc.constantFrom("", " ", "\n    "))
  .map((parts) => parts.join(""));
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map((data) => JSON.stringify(data, undefined, 2)),
  fc.constantFrom("12345678901234567890123", "1.0", "1e400", '"\\u0041"'),
);

/** An object with comments, gaps and trailing commas anywhere. */
function createObject(properties: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const texts = Object.entries(properties).map(([name, inner]) =>
    fc.tuple(gap, gap, gap, inner, gap).map(([start, behindName, behindColon, text, end]) => {
      return `${start}${JSON.stringify(name)}${behindName}:${behindColon}${text}${end}`;
    }),
  );
  return fc.tuple(fc.tuple(...texts), gap, fc.boolean()).map(([parts, end, hasTrailingComma]) => {
    return `{${parts.join(",")}${hasTrailingComma && parts.length > 0 ? "," : ""}${end}}`;
  });
}

const names = fc.uniqueArray(fc.stringMatching(/^[a-z_.\- ]{1,6}$/), { maxLength: 3 });
const createValues = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, value]));
const jsonFile = fc
  .tuple(fc.constantFrom(...jsonAgents), names, names, fc.boolean(), fc.constantFrom("", "\uFEFF"), gap, gap)
  .chain(([agent, settings, servers, hasServers, mark, before, after]) => {
    const own = hasServers ? { [agent.key]: createObject(createValues(servers)) } : {};
    return createObject({ ...createValues(settings), ...own }).map((text) => {
      return { agent, text: `${mark}${before}${text}${after}` };
    });
  });

const listComments = (text: string) =>
  readJsonTokens(text).comments.map(({ offset, length }) => text.slice(offset, offset + length));

test("any JSON file with comments and trailing commas gets and loses only our entry", () => {
  fc.assert(
    fc.property(jsonFile, ({ agent, text }) => {
      const before = readAgentEntries(agent, text);
      const added = editAgentText(agent, text, "pet-shop", entry);
      expect(readAgentEntries(agent, added)).toEqual({ ...before, "pet-shop": entry });
      expect(listComments(added)).toEqual(listComments(text));
      const removed = editAgentText(agent, added, "pet-shop", undefined);
      expect(readAgentEntries(agent, removed)).toEqual(before);
      expect(listComments(removed)).toEqual(listComments(text));
      // The rest is there in its order, but for white space, commas, and the key of the servers.
      const toPlain = (one: string) => one.replaceAll(/[\s,]/g, "").replace(`${JSON.stringify(agent.key)}:{}`, "");
      if (text.includes(JSON.stringify(agent.key)))
        expect(removed.replaceAll(/[\s,]/g, "")).toBe(text.replaceAll(/[\s,]/g, ""));
      else expect(toPlain(removed)).toBe(toPlain(text));
    }),
    { numRuns: propertyRuns(150) },
  );
});

const tomlLine = fc.constantFrom(
  "# a comment",
  "",
  'model = "x"',
  'list = [\n  "[", # [\n  [1],\n  [{ a = [\n2] }],\n]',
  'text = """\n[mcp_servers.pet-shop]\n[\n"""',
  "literal = '''\n[\n[x] \"\"\"\n'''",
  "inline = { a = [1, 2], b = '#' }",
  "when = 2026-11-26T10:00:00Z",
);
const tomlTable = fc.constantFrom(
  '[mcp_servers.github]\ncommand = "npx"',
  '["mcp_servers"."my server"]\nurl = "https://a.example"',
  '[mcp_servers.files.env]\nTOKEN = "x" # kept',
  '[projects."/home/ada"]\ntrust_level = "trusted"',
  '[[hooks]]\nname = "a"',
  "[features]\nx = true",
);
const tomlFile = fc
  .tuple(
    fc.uniqueArray(tomlLine, { maxLength: 5 }),
    fc.uniqueArray(fc.tuple(fc.constantFrom("", "\n", "# about\n"), tomlTable), { selector: ([, table]) => table }),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\uFEFF"),
    fc.boolean(),
  )
  .map(([lines, tables, lineEnd, mark, endsLine]) => {
    const text = [...lines, ...tables.map((parts) => parts.join(""))].join("\n") + (endsLine ? "\n" : "");
    return mark + text.replaceAll("\n", lineEnd);
  });

test("any TOML file gets and loses only our entry, also when it is in the middle", () => {
  fc.assert(
    fc.property(tomlFile, tomlTable, (text, last) => {
      const before = readAgentEntries(codex, text);
      const added = editAgentText(codex, text, "pet-shop", entry);
      expect(readAgentEntries(codex, added)).toEqual({ ...before, "pet-shop": entry });
      expect(added.startsWith(text)).toBe(true);
      expect(editAgentText(codex, added, "pet-shop", undefined).trimEnd()).toBe(text.trimEnd());
      if (text.includes(last.split("\n")[0] ?? "")) return;
      const more = `\n# about the last\n${last}\n`;
      const replaced = editAgentText(codex, added + more, "pet-shop", { ...entry, url: "x" });
      expect(replaced).toBe(added.replace(entry.url, "x") + more);
      expect(editAgentText(codex, added + more, "pet-shop", undefined)).toContain(more);
    }),
    { numRuns: propertyRuns(100) },
  );
});

const ownLine = fc.constantFrom(
  "  # <indented>",
  "# <[mcp_servers.other]>",
  "",
  'url = "https://a.example/#no" # <behind>',
  "args = [ # <open>\n  '#no', # <inner>\n]",
  'note = """\n# no\n""" # <"after">',
  "plain = '''\n# no'''",
  "more.a = 1 # <dotted>",
  '\n[projects."#no"]\nlevel = 1 # <other>',
);

test("any TOML table of ours keeps its comments in their order when it is replaced or removed", () => {
  const listMarked = (text: string) => text.match(/<[^>\n]*>/g) ?? [];
  const endings = fc.tuple(fc.constantFrom("\n", "\r\n"), fc.boolean());
  fc.assert(
    fc.property(tomlFile, fc.uniqueArray(ownLine), endings, (file, lines, [lineEnd, endsLine]) => {
      // A table of somebody else ends ours.
      const [own, others] = [
        lines.filter((line) => !line.startsWith("\n")),
        lines.filter((line) => line.startsWith("\n")),
      ];
      const isNew = !file.includes("[projects.");
      const table = ["[mcp_servers.pet-shop] # <name>", ...own, ...(isNew ? others : [])].join("\n");
      const text = `${file.trimEnd()}\n${table}${endsLine ? "\n" : ""}`.replaceAll(/\r?\n/g, lineEnd);
      const { "pet-shop": _, ...rest } = readAgentEntries(codex, text);
      const replaced = editAgentText(codex, text, "pet-shop", entry);
      expect(readAgentEntries(codex, replaced)).toEqual({ ...rest, "pet-shop": entry });
      expect(listMarked(replaced)).toEqual(listMarked(text));
      const removed = editAgentText(codex, text, "pet-shop", undefined);
      expect(readAgentEntries(codex, removed)).toEqual(rest);
      expect(listMarked(removed)).toEqual(listMarked(text));
    }),
    { numRuns: propertyRuns(200) },
  );
});

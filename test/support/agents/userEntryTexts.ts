import type { AgentEntry, McpAgent } from "../../../src/extension/agents/model/mcpAgents.ts";
import { type AgentFileText, layouts } from "./agentFileTexts.ts";

/** A file that has our entry with what a user made of it; the entry has VALUES for what Fairlead wrote. */
interface UserEntryText extends AgentFileText {
  /** The file without the entry, as far as it has no comments in it. */
  readonly rest: string;
}

/** What users have in our entry, behind and before what Fairlead wrote. Every comment in it has the form `<...>`. */
const jsonEntries: Readonly<Record<string, string>> = {
  "keys behind": `{\n      VALUES,\n      "headers": { "X-Tenant": "a", },\n      "alwaysAllow": ["echo"],\n      "timeout": 1.50\n    }`,
  "keys before": `{\n      "disabled": false,\n      "env_file": "\\u002e/.env",\n      VALUES,\n    }`,
  "one line": `{ "autoApprove": [], VALUES, "trust": true }`,
  comments: `{ // <a>\n      /* <b> */ VALUES, // <c>\n      // <d>\n      "oauth": { "url": "OTHER" } // <e>\n    }`,
  "keys that are named like ours": `{\n      VALUES,\n      "proxy": { "url": "OTHER", "type": "http", "args": ["OTHER"], "env": {} }\n    }`,
};
const jsonFiles: Readonly<Record<string, string>> = {
  alone: `{\n  "KEY": {\n    ENTRY\n  }\n}\n`,
  first: `{\n  "KEY": {\n    ENTRY,\n    "docs": { "url": "OTHER" }, // <x>\n  },\n  "theme": "dark"\n}\n`,
  last: `// <x>\n{\n  "theme": { "KEY": 1e3 },\n  "KEY": {\n    "docs": {\n      "url": "OTHER"\n    },\n    ENTRY\n  }\n}`,
};

const tomlEntries: Readonly<Record<string, string>> = {
  "keys around": `[KEY.pet-shop] # <a>\nstartup_timeout_sec = 30\nVALUES\nenabled_tools = [\n  "echo", # <b>\n]\n`,
  "tables below": `[KEY.pet-shop]\nVALUES\n\n[KEY.pet-shop.http_headers]\nX-Tenant = "OTHER"\n\n[KEY.pet-shop.tools.echo]\napproval_mode = "approve" # <a>\n`,
  "a table below first": `[KEY.pet-shop.env_http_headers]\nX-Key = "KEY"\n\n[KEY.pet-shop]\nVALUES\n`,
  "quoted keys": `[ KEY . "pet-shop" ]\n"enabled" = true\nVALUES\n`,
  "texts of several lines": `[KEY.pet-shop]\nnote = """\n[KEY.pet-shop]\nurl = "OTHER"\n"""\nVALUES\nmore = '''\n# no'''\n`,
  "arrays of tables": `[KEY.pet-shop]\nVALUES\n\n[[KEY.pet-shop.hooks]]\nurl = "OTHER"\n\n[[KEY.pet-shop.hooks]]\nurl = "b"\n`,
  "an inline table": `[KEY]\npet-shop = { enabled = true, INLINE, note = "OTHER" } # <a>\n`,
  "dotted keys at the top": `KEY.pet-shop.enabled = true # <a>\nTOP\n`,
  "dotted keys": `[KEY]\npet-shop.enabled = true\nDOTTED\npet-shop."tools".echo = { approval_mode = "approve" }\n`,
};
const tomlFiles: Readonly<Record<string, string>> = {
  alone: "ENTRY",
  between: `model = "x" # <x>\ndocs = { url = "OTHER" }\n\nENTRY\n# <y>\n[projects."/home/ada"]\ntrust_level = "trusted"\nnotify = ["OTHER"]\n`,
};

/** Files with our entry, of which `entry` is what Fairlead wrote, and `other` a text of theirs. */
export function listUserEntryTexts(
  { format, key }: Pick<McpAgent, "format" | "key">,
  entry: AgentEntry,
  other: string,
): readonly UserEntryText[] {
  const isJson = format === "json";
  const [entries, files] = isJson ? [jsonEntries, jsonFiles] : [tomlEntries, tomlFiles];
  return layouts.flatMap(({ name, lineEnd, unit, mark }) => {
    const lay = (text: string) =>
      mark +
      text
        .replaceAll("KEY", key)
        .replaceAll("OTHER", other)
        .replaceAll(/^( {2})+/gm, (spaces) => unit.repeat(spaces.length / 2))
        .replaceAll("\n", lineEnd);
    return Object.entries(files).flatMap(([place, file]) =>
      Object.entries(entries).map(([shape, own]) => {
        const text = own
          .replace("VALUES", isJson ? formatJsonMembers(entry) : formatTomlLines(entry, "").join("\n"))
          .replace("INLINE", formatTomlLines(entry, "").join(", "))
          .replace("DOTTED", formatTomlLines(entry, "pet-shop.").join("\n"))
          .replace("TOP", formatTomlLines(entry, "KEY.pet-shop.").join("\n"));
        return {
          name: `${shape}, ${place}, ${name}`,
          text: lay(file.replace("ENTRY", () => (isJson ? `"pet-shop": ${text}` : text))),
          rest: lay(file.replace(/ENTRY,?/, "")),
        };
      }),
    );
  });
}

const formatJsonMembers = (entry: AgentEntry) =>
  Object.entries(entry)
    .map(([name, value]) => `"${name}" : ${JSON.stringify(value)}`)
    .join(", ");

const formatTomlLines = (entry: AgentEntry, prefix: string) =>
  Object.entries(entry).map(([name, value]) => `${prefix}${name} = ${formatTomlValue(value)}`);

function formatTomlValue(value: unknown): string {
  if (typeof value === "string") return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(formatTomlValue).join(", ")}, ]`;
  const members = Object.entries(Object(value)).map(([name, inner]) => `${name} = ${formatTomlValue(inner)}`);
  return `{ ${members.join(", ")} }`;
}

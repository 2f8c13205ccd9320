import type { McpAgent } from "../../../src/extension/agents/model/mcpAgents.ts";

interface Layout {
  readonly name: string;
  readonly lineEnd: string;
  readonly unit: string;
  readonly mark: string;
}

/** How files are laid out. */
export const layouts: readonly Layout[] = [
  { name: "two spaces", lineEnd: "\n", unit: "  ", mark: "" },
  { name: "four spaces", lineEnd: "\n", unit: "    ", mark: "" },
  { name: "tabs", lineEnd: "\n", unit: "\t", mark: "" },
  { name: "Windows", lineEnd: "\r\n", unit: "  ", mark: "" },
  { name: "Windows with tabs and a byte order mark", lineEnd: "\r\n", unit: "\t", mark: "\uFEFF" },
  { name: "a byte order mark", lineEnd: "\n", unit: "  ", mark: "\uFEFF" },
];

/** Files as people have them, with KEY for the key of the servers. */
const jsonShapes: Readonly<Record<string, string>> = {
  "one server": `{\n  "KEY": {\n    "github": { "command": "npx", "args": ["-y", "github-mcp"] }\n  }\n}\n`,
  "two servers": `{\n  "KEY": {\n    "github": {\n      "command": "npx",\n      "args": ["-y"],\n      "env": { "TOKEN": "\${env:TOKEN}" }\n    },\n    "docs": {\n      "url": "https://docs.example.com/mcp"\n    }\n  }\n}\n`,
  comments: `// My servers\n{\n  // before the key\n  "KEY": {\n    // first\n    "github": { "command": "npx" }, // behind the first\n    /* second */\n    "docs": { "url": "https://docs.example.com/mcp" } // behind the last\n    // at the end\n  } // behind the key\n}\n// the end\n`,
  "trailing commas": `{\n  "KEY": {\n    "github": {\n      "command": "npx",\n    }, // kept\n  },\n  "theme": "dark",\n}\n`,
  "other settings around": `{\n  "theme": "dark",\n  "numbers": [1, 12345678901234567890, 1.0, 1e3],\n  "KEY": {\n    "a": { "command": "a" }\n  },\n  "projects": { "/home/ada": { "history": ["\\u00e9", "{", "//"] } }\n}\n`,
  "no servers key": `{\n  "theme": "dark", // mine\n  "model": { "name": "x" }\n}\n`,
  "an empty servers object": `{\n  "KEY": {},\n  "inputs": []\n}\n`,
  "an empty servers object with a comment": `{\n  "KEY": {\n    // nothing yet\n  }\n}\n`,
  "one line": `{"KEY":{"github":{"command":"npx","args":["-y"]}},"theme":"dark"}`,
  "an empty object": `{}\n`,
  "no line break at the end": `{\n  "KEY": {\n    "github": {\n      "command": "npx"\n    }\n  }\n}`,
  "the last property in the line of the brace": `{\n  "KEY": { "github": { "command": "npx" },\n    "docs": { "command": "uvx" } } }\n`,
};

const tomlShapes: Readonly<Record<string, string>> = {
  "one server": `[KEY.github]\ncommand = "npx"\nargs = ["-y", "github-mcp"]\n`,
  "settings before": `# my settings\nmodel = "gpt-5-codex" # the model\n\n[KEY.github]\ncommand = "npx"\n\n[KEY.github.env]\nTOKEN = "x"\n`,
  "tables behind": `model = "x"\n\n[KEY.docs]\nurl = "https://docs.example.com/mcp"\n\n# about the project\n[projects."/home/ada/shop"]\ntrust_level = "trusted"\n`,
  "no servers": `model = "x"\napproval_policy = "on-request"\n`,
  "only comments": `# nothing yet\n`,
  "texts that look like headers": `note = """\n[KEY.pet-shop]\nurl = "no"\n"""\nother = '''\n[a]\n'''\n\n[KEY.github]\ncommand = "npx"\n`,
  "lists of several lines": `notify = [\n  "a", # first\n  "[KEY.pet-shop]",\n]\n\n[KEY.github]\ncommand = "npx"\nargs = [\n  "-y",\n]\n`,
  "arrays of tables": `[[hooks]]\nname = "a"\n\n[[hooks]]\nname = "b"\n\n[KEY.github]\ncommand = "npx"\n`,
  "no line break at the end": `[KEY.github]\ncommand = "npx"`,
  "numbers and dates": `big = 9223372036854775807\nat = 2026-11-26T10:00:00Z\npi = 3.0\n\n[KEY.github]\ncommand = "npx"\n`,
  "quoted keys": `[KEY."my server"]\ncommand = "npx"\n\n["quoted"."key"]\na = 1\n`,
  "dotted keys": `tools.web_search = true\n\n[features]\nrmcp_client = true\n\n[KEY.github]\ncommand = "npx"\nenv = { TOKEN = "x" }\n`,
};

export interface AgentFileText {
  readonly name: string;
  readonly text: string;
}

/** More than fifty real-looking files of an agent. */
export function listAgentFileTexts({ format, key }: Pick<McpAgent, "format" | "key">): readonly AgentFileText[] {
  const shapes = format === "json" ? jsonShapes : tomlShapes;
  return layouts.flatMap(({ name, lineEnd, unit, mark }) =>
    Object.entries(shapes).map(([shape, text]) => ({
      name: `${shape}, ${name}`,
      text:
        mark +
        text
          .replaceAll("KEY", key)
          .replaceAll(/^( {2})+/gm, (spaces) => unit.repeat(spaces.length / 2))
          .replaceAll("\n", lineEnd),
    })),
  );
}

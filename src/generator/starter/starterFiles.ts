import type { FileEntry } from "../../contract/files.ts";
import type { ServerVariable } from "../../contract/servers.ts";
import { formatEnvironmentFile } from "../output/environmentFile.ts";
import { formatJson } from "../output/formatJson.ts";
import { formatMarkdownText } from "../output/markdown.ts";
import { createStarterServer } from "./starterServer.ts";

export interface StarterInput {
  readonly name: string;
  readonly slug: string;
  readonly version: string;
  /** The files of the shipped runtime. */
  readonly runtime: readonly FileEntry[];
}

export interface StarterOutput {
  readonly files: FileEntry[];
  readonly entry: string;
  readonly manifest: Record<string, unknown>;
  readonly variables: ServerVariable[];
  readonly toolCount: number;
}

const entry = "server.mjs";
const description = "A small MCP server to start from.";

const variables: ServerVariable[] = [
  { name: "GITHUB_TOKEN", required: false, secret: true, description: "Lets github_repository ask GitHub more often." },
  {
    name: "GITHUB_API_URL",
    required: false,
    secret: false,
    description: "GitHub's API, if not https://api.github.com.",
  },
];

/** Creates a server with two tools, as a start for the user's own server. */
export function createStarterFiles({ name, slug, version, runtime }: StarterInput): StarterOutput {
  const manifest = createManifest(name, slug, version);
  const text = (path: string, content: string): FileEntry => ({ path, encoding: "utf8", content });
  return {
    files: [
      text(entry, createStarterServer({ name, slug, version })),
      ...runtime,
      text("fairlead.tests.yaml", starterCases),
      text("skills/count-days/SKILL.md", starterSkill),
      text("package.json", formatJson(createPackageManifest(slug, version))),
      text("README.md", createStarterReadme(name, slug)),
      text(".env.example", createEnvironmentExample()),
      text("Dockerfile", dockerfile),
      text(".dockerignore", ".env\n"),
      text("server.json", formatJson(manifest)),
    ],
    entry,
    manifest,
    variables,
    toolCount: 2,
  };
}

/** In the format of the MCP registry. */
function createManifest(name: string, slug: string, version: string): Record<string, unknown> {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `com.example/${slug}`,
    title: name.slice(0, 100),
    description,
    version,
  };
}

function createPackageManifest(slug: string, version: string): Record<string, unknown> {
  return {
    name: slug,
    version,
    private: true,
    type: "module",
    description,
    engines: { node: ">=24" },
    scripts: { start: `node --env-file-if-exists=.env ${entry}` },
  };
}

function createEnvironmentExample(): string {
  return formatEnvironmentFile([
    { name: "PORT", comment: "Copy to .env and fill in.", value: "8080" },
    ...variables.map(({ name, description: comment }) => ({ name, comment })),
  ]);
}

/** The cases that the Test Explorer runs beside the protocol checks. */
const starterCases = `- name: counts over the end of February
  tool: days_between
  arguments: { from: "2026-01-31", to: "2026-03-01" }
  expect:
    json: { $.days: 29 }
- name: refuses what is no date
  tool: days_between
  arguments: { from: "yesterday", to: "2026-03-01" }
  expect:
    error: true
`;

/** Agents get it from the server, beside the tools. */
const starterSkill = `---
name: count-days
description: Counts the days between dates exactly. Use for deadlines, ages and durations.
---

Call \`days_between\` with dates such as 2026-01-31, and never count days yourself. For working days, say that the result holds
weekends too.
`;

/** Node's permission model limits the damage of a mistake, and in a container it costs nothing. */
const dockerfile = `FROM node:24-slim
WORKDIR /app
COPY . .
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
EXPOSE 8080
CMD ["node", "--permission", "--allow-fs-read=/app", "${entry}"]
`;

/** The text of the starter's `README.md`. */
function createStarterReadme(name: string, slug: string): string {
  return `# ${formatMarkdownText(name, 1000)}

A small MCP server to start from. It needs Node.js 24 and nothing else.

| file | what it is |
| --- | --- |
| \`server.mjs\` | your tools: change this one |
| \`fairlead.tests.yaml\` | cases of your own, for the Test Explorer |
| \`skills/\` | what agents learn about the tools: each folder with a \`SKILL.md\` is served beside them |
| \`runtime.mjs\` | the runtime: MCP over HTTP, input checks, errors, log. Ready-made; leave it as it is |
| \`.env.example\` | the variables the server reads |
| \`server.json\` | its description for an MCP registry; replace \`com.example\` by a name of your own before publishing |
| \`Dockerfile\` | the server as a container |

## Run it

\`\`\`sh
cp .env.example .env
npm start
\`\`\`

It listens on http://127.0.0.1:8080/mcp (\`HOST\` and \`PORT\` change that) and speaks MCP over Streamable HTTP. A client can also
start it with \`node server.mjs --stdio\` and exchange messages over its standard input and output.

## In a container

\`\`\`sh
docker build -t ${slug} .
docker run --rm -p 127.0.0.1:8080:8080 --env-file .env ${slug}
\`\`\`

Requests are answered only if they name this machine (\`localhost\`, \`127.0.0.1\`), so that no web page can reach the server through
your browser. Behind another name, set \`ALLOWED_HOSTS=mcp.example.com\`. There is no login: put a gateway in front before others can
reach it.
`;
}

import type { FileEntry } from "../../contract/files.ts";
import type { ServerDefinition, ToolDefinition } from "../../runtime/definition.ts";
import { folderPlaceholder, formatClientSection } from "./clientSection.ts";
import { formatMarkdownCode, formatMarkdownText } from "./markdown.ts";
import { createTextFile, entryFileName } from "./serverFiles.ts";
import { containerPort, type ServerDescription } from "./serverManifest.ts";

const mostRows = 200;

export function createReadmeFile(server: ServerDescription, definition: ServerDefinition): FileEntry {
  const parts = [
    `# ${formatMarkdownText(server.name, 1000)}`,
    formatMarkdownText(server.description, 1000),
    createToolsSection(definition),
    createEnvironmentSection(server),
    createRunSection(server),
    createClientSection(server),
    changeSection,
  ];
  return createTextFile("README.md", `${parts.filter((part) => part !== "").join("\n\n")}\n`);
}

function createToolsSection({ tools: offered, mode }: ServerDefinition): string {
  const rows = offered
    .slice(0, mostRows)
    .map(({ name, title, request }) =>
      formatRow(
        formatMarkdownCode(name, 100),
        formatMarkdownText(title, 200),
        formatMarkdownCode(`${request.method} ${request.path}`, 300),
      ),
    );
  const more = offered.length > mostRows ? [`\n... and ${offered.length - mostRows} more, in \`tools/\`.`] : [];
  const count = offered.length === 1 ? "One operation" : `${offered.length} operations`;
  const explanation =
    mode === "search"
      ? `${count}, more than a model's context should hold: the server offers three tools, to search, describe and call them.`
      : `${count}, each a tool.`;
  return ["## Tools", "", explanation, "", "| name | what it does | request |", "|---|---|---|", ...rows, ...more].join(
    "\n",
  );
}

function createEnvironmentSection({ variables, check }: ServerDescription): string {
  const rows = variables.map(({ name, required, description }) =>
    formatRow(formatMarkdownCode(name, 200), required ? "yes" : "no", formatMarkdownText(description, 600)),
  );
  const note = check ? ["", formatCheck(check)] : [];
  return ["## Environment", "", "| variable | required | what it is |", "|---|---|---|", ...rows, ...note].join("\n");
}

const formatCheck = ({ request: { method, path } }: ToolDefinition) =>
  `\`GET /check\` of the server sends ${formatMarkdownCode(`${method} ${path}`, 300)} to the API and says whether it answers and accepts the credential. The variable \`API_CHECK\` with the value \`off\` prevents it.`;

const createRunSection = ({ slug }: ServerDescription) => `## Run

With Node 24 or newer: copy \`.env.example\` to \`.env\`, fill it in, then

\`\`\`sh
npm start
\`\`\`

or in a container:

\`\`\`sh
docker build -t ${slug} . && docker run --env-file .env -e HOST=0.0.0.0 -p 127.0.0.1:${containerPort}:${containerPort} ${slug}
\`\`\`

The server speaks MCP over Streamable HTTP at \`http://127.0.0.1:${containerPort}/mcp\`.`;

const createClientSection = ({ slug }: ServerDescription) => `## MCP clients

A client calls the server at its URL, or starts it itself with \`--stdio\` and exchanges messages over its standard input and output.
Replace \`${folderPlaceholder}\`.

${formatClientSection(slug, [
  { type: "http", url: `http://127.0.0.1:${containerPort}/mcp` },
  {
    type: "stdio",
    command: "node",
    args: [`--env-file-if-exists=${folderPlaceholder}/.env`, `${folderPlaceholder}/${entryFileName}`, "--stdio"],
  },
])}`;

const changeSection = `## Change

\`tools/\` holds the tools as plain data: names, descriptions, input schemas and the requests they send. \`server.mjs\` combines them,
and \`runtime.mjs\` serves them. There are no other dependencies.`;

const formatRow = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;

import {
  folderPlaceholder,
  formatClientSection,
  type McpClientTarget,
  quoteArgument,
} from "../generator/output/clientSection.ts";
import { formatMarkdownCode, formatMarkdownText } from "../generator/output/markdown.ts";
import { serverPort } from "../kubernetes/kubernetesServer.ts";
import { type ExportedServer, type ExportFormat, needsValue } from "./exportedServer.ts";
import { formatImageName, getServiceName } from "./imageFiles.ts";
import { exampleRepository } from "./kubernetesFile.ts";
import { readExportedText, type ServerProgram } from "./serverProgram.ts";

interface ExportTarget {
  readonly format: ExportFormat;
  /** The path of the file for the format. */
  readonly path: string;
}

/** The text of `README.md`: the version's own, and after it how the version runs without Fairlead. */
export function createExportReadme(server: ExportedServer, program: ServerProgram, target: ExportTarget): string {
  const own = readExportedText(server.files, "README.md")?.trimEnd();
  const parts = [
    own ?? `# ${formatMarkdownText(server.name, 1000)}`,
    own === undefined && server.description ? formatMarkdownText(server.description, 1000) : "",
    `## Run ${formatMarkdownText(`${server.name} ${server.version}`, 1000)} without Fairlead`,
    describeVariables(server),
    ...steps[target.format](server, program, target.path),
    createClientSection(server, program),
    createLimitsSection(server, program, target.format),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function describeVariables({ variables }: ExportedServer): string {
  const missing = variables.filter((one) => needsValue(one) && one.value === undefined);
  if (missing.length === 0) return "";
  return `It needs values that are not exported: ${missing.map(({ name }) => formatMarkdownCode(name, 200)).join(", ")}.`;
}

type Steps = (server: ExportedServer, program: ServerProgram, path: string) => readonly string[];

const formatCommands = (...lines: readonly (string | false)[]) =>
  ["```sh", ...lines.filter((line) => line !== false), "```"].join("\n");

/** The user fills in the copy, which is never exported again. */
const copyExample = "cp .env.example .env";

const steps = {
  folder: (server, program) => {
    const { entry, hasLockFile, nodeVersion, transport } = program;
    if (entry === undefined) return runByDockerfile(server, program);
    const isListening = transport === "http";
    const start = isListening ? "start the server. It listens on `HOST` and `PORT`" : "let your MCP client start it";
    return [
      `With Node ${nodeVersion} or newer: copy \`.env.example\` to \`.env\`, fill it in, then ${start}.`,
      formatCommands(
        copyExample,
        hasLockFile && "npm ci --omit=dev --ignore-scripts",
        isListening && `node --env-file=.env ${quoteArgument(entry)}`,
      ),
    ];
  },
  compose: (_server, _program, path) => [
    "Copy `.env.example` to `.env`, fill it in, then build the image and start the container.",
    formatCommands(copyExample, `docker compose --file ${path} up --build --detach`),
    "The published port is `PORT` of `.env`.",
  ],
  kubernetes: (server, { port }, path) => {
    const image = `${exampleRepository}/${formatImageName(server)}`;
    return [
      `Build the image and push it to your registry, in place of \`${exampleRepository}\`. Replace that in \`${path}\` too, and fill in the values of its Secret. Then apply it.`,
      formatCommands(`docker build --tag ${image} .`, `docker push ${image}`, `kubectl apply --filename ${path}`),
      `Pods of the same namespace reach it at \`http://${getServiceName(server)}:${serverPort}/mcp\`; for this machine:`,
      formatCommands(`kubectl port-forward service/${getServiceName(server)} ${port}:${serverPort}`),
    ];
  },
} as const satisfies Record<ExportFormat, Steps>;

/** A version that is no program of Node. */
function runByDockerfile(server: ExportedServer, { port, transport }: ServerProgram): readonly string[] {
  const image = formatImageName(server);
  if (transport === "stdio")
    return [
      "Copy `.env.example` to `.env`, fill it in, build the image, then let your MCP client start a container.",
      formatCommands(copyExample, `docker build --tag ${image} .`),
    ];
  const listen = `--env HOST=0.0.0.0 --env PORT=${serverPort} --publish 127.0.0.1:${port}:${serverPort}`;
  return [
    "Copy `.env.example` to `.env`, fill it in, then build the image and start a container.",
    formatCommands(copyExample, `docker build --tag ${image} .`, `docker run --rm --env-file .env ${listen} ${image}`),
  ];
}

/** What an MCP client starts. */
function createProgramTarget(server: ExportedServer, entry: string | undefined): McpClientTarget {
  const environment = `--env-file=${folderPlaceholder}/.env`;
  const program =
    entry === undefined
      ? { command: "docker", args: ["run", "--rm", "--interactive", environment, formatImageName(server)] }
      : { command: "node", args: [environment, `${folderPlaceholder}/${entry}`] };
  return { type: "stdio", ...program };
}

function createClientSection(server: ExportedServer, { entry, port, transport }: ServerProgram): string {
  const target: McpClientTarget =
    transport === "http" ? { type: "http", url: `http://127.0.0.1:${port}/mcp` } : createProgramTarget(server, entry);
  return `### MCP clients\n\n${formatClientSection(getServiceName(server), [target])}`;
}

const confinement = {
  folder: "Nothing confines it: it runs with your rights, reads your files and connects to any host.",
  compose:
    "The container has a read-only system, no capabilities and no other files. It connects to any host, also of your network.",
  kubernetes:
    "Its pod follows the Pod Security Standard `restricted`. The NetworkPolicy lets it connect to any public address, because it knows no names of hosts.",
} as const satisfies Record<ExportFormat, string>;

function createLimitsSection(
  { allowedHosts, accounts, limits }: ExportedServer,
  { transport }: ServerProgram,
  format: ExportFormat,
): string {
  const list = (texts: readonly string[]) => texts.map((text) => formatMarkdownCode(text, 200)).join(", ");
  const hasLimits = limits.memoryMb !== undefined || limits.cpus !== undefined;
  const lines = [
    transport === "http" &&
      "There is no login: everybody who reaches the port can call each tool. Put a gateway in front of it before others can reach it.",
    confinement[format],
    allowedHosts.length > 0 && `Its allowed hosts do not apply any more: ${list(allowedHosts)}.`,
    hasLimits && format === "folder" && "Its limits of memory and processors do not apply.",
    accounts.length > 0 &&
      `It gets no tokens of the accounts that Fairlead connects, so tools that need one fail: ${list(accounts)}.`,
    "Fairlead does not watch its health or keep its log, and deploys no new version of it here.",
  ];
  return `### What Fairlead does not do here\n\n${lines.flatMap((line) => (line ? [`- ${line}`] : [])).join("\n")}`;
}

import * as l10n from "@vscode/l10n";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { NamedMcpServer } from "../model/mcpAccess.ts";
import type { ToolsServices } from "../toolsServices.ts";
import { type ChooseRegistryServerContext, chooseRegistryServer, createUrlQuestion } from "./chooseRegistryServer.ts";

const title = l10n.t("Connect to MCP Server");

type ConnectToServerContext = ChooseRegistryServerContext & Pick<ToolsServices, "mcp">;

/** Connects this window to any MCP server, to see and call its tools. Neither the URL nor the header is stored. */
export const connectToMcpServer: CommandHandler<ConnectToServerContext> = async (app) => {
  const source = await app.prompts.pick({
    title,
    placeholder: l10n.t("Which server?"),
    choices: [
      { label: l10n.t("By URL..."), icon: "link", value: "url" },
      { label: l10n.t("From an MCP Registry..."), icon: "library", value: "registry" },
    ],
  });
  if (source === undefined || source === promptBack) return;
  const url = source === "registry" ? await chooseRegistryServer(app) : "";
  if (url !== undefined) await connectToServer(app, url);
};

/** `suggested`: the URL that the question begins with. */
async function connectToServer(app: ConnectToServerContext, suggested: string): Promise<void> {
  const answers = await askInSequence({ url: suggested, header: "" }, createQuestions(app));
  if (!answers) return;
  const { host } = new URL(answers.url);
  const server: NamedMcpServer = { name: host, url: answers.url, headers: parseHeader(answers.header) };
  const key = { kind: "url", url: server.url } as const;
  app.mcp.addNamedServer(server);
  const task = { title: l10n.t`Connecting to ${host}`, in: "notification" } as const;
  const read = await runCancellable(app.progress, task, (_report, signal) => app.mcp.readContents(key, signal)).catch(
    (error: unknown) => {
      app.mcp.removeNamedServer(server.url);
      throw error;
    },
  );
  if (read.kind === "cancelled") return app.mcp.removeNamedServer(server.url);
  app.refresh("fairlead.servers");
  const tools = formatQuantity(read.value.tools.length, l10n.t("tool"), l10n.t("tools"));
  showMessage(app, "info", l10n.t`This window is connected to ${host}: ${tools}.`, {
    [l10n.t("Open Tool")]: () =>
      app.run("fairlead.tool.open", { node: { kind: "mcpServer", name: host, url: server.url } }),
  });
}

/** Closes the connection of this window to a server by URL. */
export const disconnectMcpServer: CommandHandler<EditorServices & Pick<ToolsServices, "mcp">> = async (
  app,
  { node },
) => {
  if (node?.kind !== "mcpServer") return;
  app.mcp.removeNamedServer(node.url);
  app.refresh("fairlead.servers");
};

interface ServerAnswers {
  readonly url: string;
  readonly header: string;
}

function createQuestions({ prompts }: EditorServices): readonly SequenceQuestion<ServerAnswers>[] {
  return [
    createUrlQuestion(prompts, {
      title,
      prompt: l10n.t("The URL of the server's MCP endpoint (Streamable HTTP)."),
      placeholder: "https://mcp.example.com/mcp",
    }),
    async (answers, step) => {
      const prompt = l10n.t("A header with credentials, if the server wants one. It is not stored.");
      const placeholder = "Authorization: Bearer ...";
      const header = await prompts.input({
        title,
        step,
        prompt,
        placeholder,
        value: answers.header,
        secret: true,
        validate: findHeaderProblem,
      });
      return typeof header === "string" ? { ...answers, header } : header;
    },
  ];
}

const headerPattern = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*:\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\s*$/;

function findHeaderProblem(text: string): string | undefined {
  if (text.trim() === "" || headerPattern.test(text)) return undefined;
  return l10n.t("Enter the header as Name: value, or nothing.");
}

function parseHeader(text: string): Record<string, string> {
  const [, name, value] = headerPattern.exec(text) ?? [];
  return name === undefined || value === undefined ? {} : { [name]: value };
}

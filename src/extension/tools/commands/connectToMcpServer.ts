import * as l10n from "@vscode/l10n";
import type { McpContents } from "../../../client/mcp/mcpConnection.ts";
import { listServersOfHost } from "../../../client/mcp/serverCards.ts";
import { completeUrl } from "../../../text/hosts/completeUrl.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { type CommandHandler, type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { showMessage } from "../../base/showMessage.ts";
import { hasAuthorization, isChallenge, type NamedMcpServer } from "../model/mcpAccess.ts";
import type { ToolsServices } from "../toolsServices.ts";
import { type LogInContext, logInToMcpServer } from "./logInToMcpServer.ts";

const title = l10n.t("Connect to MCP Server");

type ConnectToServerContext = LogInContext & Pick<ToolsServices, "mcp">;

/** Connects this window to an MCP server, to see and call its tools. Neither the URL nor a header is stored, but a login is. */
export const connectToMcpServer: CommandHandler<ConnectToServerContext> = async (app, { node }) => {
  const known = node?.kind === "mcpServer" ? node : undefined;
  const answers = known
    ? { url: known.url, headers: [] }
    : await askInSequence({ url: "", headers: [] }, createQuestions(app));
  if (!answers) return;
  const { host } = new URL(answers.url);
  const before = app.mcp.namedServers().find(({ url }) => url === answers.url);
  const entered: NamedMcpServer = { name: host, url: answers.url, headers: Object.fromEntries(answers.headers) };
  const server = (known && before) ?? entered;
  app.mcp.addNamedServer(server);
  // A server that was connected stays so, as it was.
  const undo = () => (before ? app.mcp.addNamedServer(before) : app.mcp.removeNamedServer(server.url));
  const contents = await readOrLogIn(app, server).catch((error: unknown) => {
    undo();
    throw error;
  });
  if (!contents) return undo();
  app.refresh("fairlead.servers");
  const tools = formatQuantity(contents.tools.length, l10n.t("tool"), l10n.t("tools"));
  showMessage(app, "info", l10n.t`This window is connected to ${host}: ${tools}.`, {
    [l10n.t("Open Tool")]: () =>
      app.run("fairlead.tool.open", { node: { kind: "mcpServer", name: host, url: server.url } }),
  });
};

/** undefined: cancelled. */
async function readOrLogIn(
  app: ConnectToServerContext,
  { url, name, headers }: NamedMcpServer,
): Promise<McpContents | undefined> {
  const read = async () => {
    const result = await runCancellable(app.progress, l10n.t`Connecting to ${name}`, (_report, signal) =>
      app.mcp.readContents({ kind: "url", url }, signal),
    );
    return result.kind === "done" ? result.value : undefined;
  };
  // A login that a call was refused with is asked for more, because what a server lists needs less.
  const refusal = hasAuthorization(headers) ? undefined : app.mcpLogins.findRefusal(url);
  if (refusal && !(await logInToMcpServer(app, url, refusal))) return undefined;
  try {
    return await read();
  } catch (error) {
    if (!isChallenge(error)) throw error;
    return (await logInToMcpServer(app, url, error.challenge)) ? read() : undefined;
  }
}

/** Closes the connection of this window to a server by URL, and asks whether a login there ends with it. */
export const disconnectMcpServer: CommandHandler<EditorServices & Pick<ToolsServices, "mcp" | "mcpLogins">> = async (
  app,
  { node },
) => {
  if (node?.kind !== "mcpServer") return;
  if (await app.mcpLogins.has(node.url)) {
    const signOut = l10n.t("Sign Out");
    const decision = await app.prompts.decide({
      message: l10n.t`Sign out of ${node.name}?`,
      detail: l10n.t("Otherwise this editor keeps the sign-in, and connects again without a question."),
      actions: [signOut, l10n.t("Keep Sign-In")],
    });
    if (decision === undefined) return;
    if (decision === signOut) await app.mcpLogins.logOut(node.url);
  }
  app.mcp.removeNamedServer(node.url);
  app.refresh("fairlead.servers");
};

interface ServerAnswers {
  readonly url: string;
  /** Names and values. */
  readonly headers: readonly (readonly [string, string])[];
}

const createQuestions = (app: EditorServices): readonly SequenceQuestion<ServerAnswers>[] => [
  (answers, step) => askForServer(app, answers, step),
  (answers, step) => askForHeaders(app.prompts, answers, step),
];

/** Asks for a URL. A host alone is asked which servers it has. */
async function askForServer(
  app: EditorServices,
  answers: ServerAnswers,
  step: PromptStep,
): Promise<ServerAnswers | PromptBack | undefined> {
  for (let value = answers.url; ; ) {
    const text = await app.prompts.input({
      title,
      step,
      value,
      prompt: l10n.t("The URL of the server's MCP endpoint (Streamable HTTP), or a host that lists its servers."),
      placeholder: "https://mcp.example.com/mcp",
      validate: findUrlProblem,
    });
    if (typeof text !== "string") return text;
    value = completeUrl(text);
    const url = await chooseServerOfHost(app, new URL(value));
    if (url !== promptBack) return url === undefined ? undefined : { ...answers, url };
  }
}

/** The URL of a server that the host lists; the URL itself if it has a path or the host lists none. */
async function chooseServerOfHost(app: EditorServices, url: URL): Promise<string | PromptBack | undefined> {
  if (url.pathname !== "/" || url.search !== "") return url.href;
  const listed = await runCancellable(app.progress, l10n.t`Asking ${url.host} for its MCP servers`, (_report, signal) =>
    listServersOfHost(url, app.fetchText, signal),
  );
  if (listed.kind === "cancelled") return undefined;
  if (listed.value.length === 0) return url.href;
  return app.prompts.pick({
    title,
    placeholder: l10n.t`Which server of ${url.host}?`,
    choices: listed.value.map((server) => ({
      label: server.title,
      description: server.url,
      detail: server.description,
      value: server.url,
    })),
  });
}

function findUrlProblem(text: string): string | undefined {
  const url = URL.parse(completeUrl(text));
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return undefined;
  return l10n.t("Enter a URL that starts with http:// or https:// and holds no user name or password.");
}

/** Asks for one header after the other. Back removes the last one. */
async function askForHeaders(
  prompts: EditorServices["prompts"],
  { url, headers }: ServerAnswers,
  step: PromptStep,
): Promise<ServerAnswers | PromptBack | undefined> {
  const names = headers.map(([name]) => name).join(", ");
  const text = await prompts.input({
    title,
    step,
    prompt:
      names === ""
        ? l10n.t("A header with credentials, which is not stored. Leave it empty to sign in, if the server wants that.")
        : l10n.t`Another header, or nothing to connect. Entered: ${names}.`,
    placeholder: "Authorization: Bearer ...",
    secret: true,
    validate: findHeaderProblem,
  });
  if (text === undefined) return undefined;
  if (text === promptBack)
    return headers.length === 0 ? promptBack : askForHeaders(prompts, { url, headers: headers.slice(0, -1) }, step);
  const [, name, value] = headerPattern.exec(text) ?? [];
  if (name === undefined || value === undefined) return { url, headers };
  const others = headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase());
  return askForHeaders(prompts, { url, headers: [...others, [name, value]] }, step);
}

const headerPattern = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*:\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\s*$/;

function findHeaderProblem(text: string): string | undefined {
  if (text.trim() === "" || headerPattern.test(text)) return undefined;
  return l10n.t("Enter the header as Name: value, or nothing.");
}

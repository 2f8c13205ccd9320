import { openMcpContent } from "../../../src/extension/tools/commands/openMcpContent.ts";
import { createToolPageActions } from "../../../src/extension/tools/panel/toolPageActions.ts";
import { createToolPanel } from "../../../src/extension/tools/panel/toolPanel.ts";
import type { App } from "../../../src/extension/workbench/app.ts";
import { rowOf, type TreeNode } from "../../../src/extension/workbench/nodes.ts";
import { createServersSource } from "../../../src/extension/workbench/tree/serversSource.ts";
import type {
  ToolPanelState,
  ToolPanelSubject,
  ToolPanelToWebview,
} from "../../../src/webview/protocol/toolPanelMessages.ts";
import type { startToolPage } from "../../support/browser/toolPage.ts";
import type { createCommandFixture } from "../../support/editor/commandFixture.ts";
import { pollUntil } from "../../support/pollUntil.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import type { PublicServer } from "./publicServers.ts";
import type { StartedServer } from "./startPublicServer.ts";

interface JudgeParts {
  readonly fixture: Awaited<ReturnType<typeof createCommandFixture>>;
  readonly page: Awaited<ReturnType<typeof startToolPage>>;
}

export interface PublicServerFindings {
  readonly tools: number;
  readonly prompts: number;
  readonly resources: number;
  readonly templates: number;
  /** The calls, with their states and the kinds of their parts. */
  readonly calls: readonly string[];
  /** What was opened as a document: its name. */
  readonly documents: readonly string[];
  readonly problems: readonly string[];
}

const never = new AbortController().signal;
/** So many resources and prompts of a server are opened. */
const mostOpened = 5;

/** Lists what a server has in the view, draws each tool on its page, calls some, and opens resources and prompts. */
export async function judgePublicServer(
  { fixture, page }: JudgeParts,
  server: PublicServer,
  { name, url, headers }: StartedServer,
): Promise<PublicServerFindings> {
  const app = { ...fixture.app, prompts: createWillingPrompts(fixture.app.prompts) };
  app.mcp.addNamedServer({ name, url, headers });
  const problems: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => problems.push(`${what}: ${String(error)}`));
  };
  const rows = await readRows(app, { kind: "mcpServer", name, url });
  for (const row of rows) rowOf(row).describe(row, 0).facts();
  const tools = rows.flatMap((row) => (row.kind === "tool" ? row.tool : []));
  const calls: string[] = [];
  for (const tool of Object.keys(server.calls))
    if (!tools.some((one) => one.name === tool)) problems.push(`${tool} is not listed.`);
  for (const { name: tool } of tools) {
    await attempt(tool, async () => {
      calls.push(...(await drawTool({ app, page }, { server: { kind: "url", url }, tool }, server.calls[tool])));
      problems.push(...page.opened().problems.map((problem) => `${tool}: ${problem}`));
    });
  }
  const shown = fixture.documents.shown.length;
  for (const kind of ["resource", "prompt"] as const)
    for (const node of rows.filter((row) => row.kind === kind).slice(0, mostOpened))
      await attempt(rowOf(node).describe(node, 0).label, () => openMcpContent(app, { node }));
  const documents = fixture.documents.shown.slice(shown).map((text) => text.slice(0, 70).replaceAll(/\s+/g, " "));
  app.mcp.removeNamedServer(url);
  const resources = rows.flatMap((row) => (row.kind === "resource" ? row.resource : []));
  const templates = resources.filter(({ variables }) => variables).length;
  return {
    ...{ tools: tools.length, prompts: rows.filter(({ kind }) => kind === "prompt").length, templates },
    ...{ resources: resources.length - templates, calls, documents, problems },
  };
}

/** Every row below a row. */
async function readRows(app: App, parent: TreeNode): Promise<readonly TreeNode[]> {
  const client = await app.client();
  const read = createServersSource(app).children?.(parent);
  if (!client || !read) throw new Error("There is nothing to read.");
  const request = { client, versions: app.versions, filter: "", projectId: undefined, cursor: undefined };
  const { nodes } = await read({ ...request, signal: never });
  const below = (node: TreeNode): readonly TreeNode[] => [node, ...(rowOf(node).children?.(node) ?? []).flatMap(below)];
  return nodes.flatMap(below);
}

/** Opens the page of a tool with the panel of the editor, and calls the tool there if it has arguments for it. */
async function drawTool(
  { app, page }: { readonly app: App; readonly page: JudgeParts["page"] },
  subject: ToolPanelSubject,
  given: PublicServer["calls"][string] | undefined,
): Promise<readonly string[]> {
  await page.open();
  const states: ToolPanelState[] = [];
  const webview = {
    post: (message: ToolPanelToWebview) => void (message.type === "state" && states.push(message)),
    setTitle: () => {},
    close: () => {},
  };
  const parts = { app: { ...app, confirmToolCall: async () => true }, actions: createToolPageActions(app) };
  const panel = createToolPanel(parts).open(subject, webview);
  const waitForCalls = async (count: number) => {
    const isEnded = ({ calls }: ToolPanelState) => calls.filter(({ state }) => state !== "running").length >= count;
    const read = async () => states.findLast((state) => state.problem !== undefined || isEnded(state));
    const state = requireValue(await pollUntil(read, (one) => one !== undefined));
    if (state.problem !== undefined) throw new Error(state.problem);
    await page.post(state);
    return state.calls[0];
  };
  panel.onMessage({ type: "ready" });
  await waitForCalls(0);
  if (given) panel.onMessage({ type: "call", arguments: { ...given } });
  const call = given && (await waitForCalls(1));
  panel.dispose();
  if (!call) return [];
  const word = call.state === "succeeded" ? "Succeeded" : "Failed";
  await page.opened().page.getByText(word).first().waitFor();
  const kinds = (call.content ?? []).map(({ kind }) => kind);
  const all = call.structured === undefined ? kinds : [...kinds, "structured"];
  return [`${subject.tool}: ${call.state} ${call.error ?? all.join(" ")}`];
}

/** Answers each question with its first choice, or "1". */
function createWillingPrompts(prompts: App["prompts"]): App["prompts"] {
  return {
    ...prompts,
    pick: async ({ choices }) => (await choices)[0]?.value,
    input: async () => "1",
  };
}

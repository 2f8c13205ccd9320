import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { TestRunDetail } from "../../../contract/testRuns.ts";
import { readHostName } from "../../../text/hosts/hostName.ts";
import { joinWords } from "../../../text/joinWords.ts";
import {
  type DeploymentPanelAction,
  type DeploymentPanelFromWebview,
  type DeploymentPanelSubject,
  type DeploymentPanelToWebview,
  deploymentPanelFromWebviewSchema,
  deploymentPanelSubjectSchema,
  maxPanelEvents,
} from "../../../webview/protocol/deploymentPanelMessages.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { PanelKind, WebviewController, WebviewHandle } from "../../base/panel/panelKind.ts";
import { createPoller, type PollerOptions } from "../../base/poller.ts";
import type { Polling } from "../../base/polling.ts";
import { type Disposable, type EditorDocuments, isAboutDeployments } from "../../base/ports.ts";
import type { RunCommand } from "../../base/rows/commandTarget.ts";
import { type MessageContext, showError } from "../../base/showMessage.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { allowHosts, type RefusedHost } from "../../server/model/allowedHosts.ts";
import { createTraceCall } from "../../tools/model/createTraceCall.ts";
import type { ToolPageActions } from "../../tools/panel/toolPageActions.ts";
import type { SourceLinks } from "../model/sourceLinks.ts";
import { describeSessionFailure } from "./deploymentFailure.ts";
import { type DeploymentReader, startDeploymentReader } from "./deploymentReader.ts";
import { type DeploymentSnapshot, knownDeployments } from "./readDeploymentFacts.ts";
import { type DeploymentActionContext, runDeploymentAction } from "./runDeploymentAction.ts";

/** The panel of a deployment. */
export function createDeploymentPanel(parts: DeploymentPanelOptions) {
  return {
    type: "fairlead.deployment",
    subject: deploymentPanelSubjectSchema,
    messageSchema: deploymentPanelFromWebviewSchema,
    icon: "rocket",
    title: ({ serverName, version }) => joinWords(serverName, version),
    key: ({ connectionId, deploymentId }) => `${connectionId} ${deploymentId}`,
    open: (subject, webview) => new DeploymentPanel(parts, subject, webview),
  } as const satisfies PanelKind<DeploymentPanelSubject, DeploymentPanelFromWebview, DeploymentPanelToWebview>;
}

export interface DeploymentPanelOptions {
  readonly app: MessageContext & {
    readonly connections: Connections;
    readonly polling: Polling;
    readonly run: RunCommand;
    readonly documents: Pick<EditorDocuments, "show">;
    readonly onDidRefresh: EditorServices["onDidRefresh"];
  };
  /** Called for each host that the server of a shown deployment may not connect to. */
  readonly onRefusedHost?: (deploymentId: string, refused: RefusedHost) => void;
  /** Finds the files of the deployed version. */
  readonly sources?: Pick<SourceLinks, "files" | "locate">;
  /** What the user can do with a recorded call. */
  readonly traceActions?: Pick<ToolPageActions, "keepAsCase" | "copyExchange" | "openLink">;
  readonly later?: PollerOptions["runLater"];
}

type TraceMessage = Extract<DeploymentPanelFromWebview, { type: "keepTrace" | "copyTraceExchange" | "openTraceLink" }>;

class TraceError extends Error {
  override readonly name = "TraceError";
}

const connectAgainMs = 3000;
/** The actions that may deploy the server again. */
const deployingActions: ReadonlySet<string> = new Set<DeploymentPanelAction>([
  "start",
  "deploy",
  "editVariables",
  "runOn",
  "setMissingVariable",
]);

/** Reads the deployment while its page is visible and its connection is active, and runs the actions of the page. */
class DeploymentPanel implements WebviewController<DeploymentPanelFromWebview> {
  readonly #parts: DeploymentPanelOptions;
  readonly #subject: DeploymentPanelSubject;
  readonly #webview: WebviewHandle<DeploymentPanelToWebview>;
  readonly #subscriptions: readonly Disposable[];
  /** Connects again after a failure. */
  readonly #reconnecting;
  /** The events that the page has; undefined while it is hidden. */
  #page: { readonly lastSequence: number; readonly savedSequence: number } | undefined;
  /** The last message of each type that carries a whole state. They are posted again when the page is visible again. */
  readonly #lastMessages = new Map<DeploymentPanelToWebview["type"], DeploymentPanelToWebview>();
  #reading: { readonly reader: DeploymentReader; readonly client: ServiceClient } | undefined;
  #client: ServiceClient | undefined;
  #known: DeploymentSnapshot | undefined;
  #testRun: TestRunDetail | undefined;
  /** The deployments that were known when an action of the page began that deploys. */
  #deployedBefore: ReadonlySet<string> | undefined;

  constructor(
    parts: DeploymentPanelOptions,
    subject: DeploymentPanelSubject,
    webview: WebviewHandle<DeploymentPanelToWebview>,
  ) {
    this.#parts = parts;
    this.#subject = subject;
    this.#webview = webview;
    const { connections } = parts.app;
    this.#reconnecting = createPoller({
      everyMs: () => connectAgainMs,
      ...(parts.later && { runLater: parts.later }),
      work: async () => (await connections.connect()).kind !== "failed",
    });
    this.#subscriptions = [
      connections.onDidChange(() => this.#onSessionChange()),
      parts.app.onDidRefresh((views) => {
        if (isAboutDeployments(views)) this.#reading?.reader.readNow();
      }),
    ];
  }

  onMessage(message: DeploymentPanelFromWebview): void {
    if (message.type === "action") return void this.#runRequest(message.action, this.#runAction(message));
    if (message.type === "allowHost") return void this.#runRequest("allowHost", this.#allowHost(message.host));
    if (message.type === "openSource") return void this.#runRequest("openSource", this.#openSource(message));
    if (message.type !== "ready") return void this.#runRequest(message.type, this.#runTraceAction(message));
    this.#stop();
    this.#page = message;
    for (const message of this.#lastMessages.values()) this.#webview.post(message);
    this.#onSessionChange();
  }

  hide(): void {
    this.#page = undefined;
    this.#stop();
    this.#reconnecting.stop();
  }

  dispose(): void {
    this.hide();
    for (const one of this.#subscriptions) one.dispose();
  }

  /** Starts to read, or posts the reason why it cannot. */
  #onSessionChange(): void {
    const { connections } = this.#parts.app;
    const session = connections.session();
    if (!this.#page) return;
    const problem = describeSessionFailure(session, connections.all(), this.#subject);
    const isActiveConnection = connections.active()?.id === this.#subject.connectionId;
    if (isActiveConnection && (session.kind === "idle" || session.kind === "failed")) this.#reconnecting.start();
    else if (session.kind !== "connecting") this.#reconnecting.stop();
    const client = problem || session.kind !== "connected" ? undefined : session.client;
    if (client && client === this.#reading?.client) return;
    this.#stop();
    if (problem) {
      this.#post({ type: "problem", problem });
      this.#post({ type: "streamState", state: "disconnected" });
    }
    if (client) this.#read(client, this.#page);
  }

  #read(
    client: ServiceClient,
    { lastSequence, savedSequence }: { readonly lastSequence: number; readonly savedSequence: number },
  ): void {
    this.#client = client;
    if (!this.#lastMessages.has("files")) void this.#postFiles();
    const reader = startDeploymentReader({
      client,
      polling: this.#parts.app.polling,
      subject: this.#subject,
      // A reloaded page has lost its events. Reads as many again as it can hold.
      after: lastSequence > 0 ? lastSequence : Math.max(0, savedSequence - maxPanelEvents),
      post: (message) => this.#post(message),
      onProblem: (problem) => this.#post({ type: "problem", problem: problem ?? null }),
      onSnapshot: (snapshot) => {
        this.#known = snapshot;
        void this.#runRequest("open", this.#openNext(snapshot));
        this.#webview.setTitle(
          joinWords(snapshot.server?.name ?? this.#subject.serverName, snapshot.deployment.version),
        );
      },
      onRun: (run) => {
        this.#testRun = run;
      },
      onRefusedHost: (refused) => this.#parts.onRefusedHost?.(this.#subject.deploymentId, refused),
      ...(this.#parts.later && { later: this.#parts.later }),
    });
    this.#reading = { reader, client };
  }

  #stop(): void {
    this.#reading?.reader.stop();
    this.#reading = undefined;
  }

  #post(message: DeploymentPanelToWebview): void {
    if (!this.#page) return;
    const last = message.type === "events" ? message.rows.at(-1)?.[0] : undefined;
    // The next client continues after this event.
    if (last !== undefined) this.#page = { lastSequence: last, savedSequence: last };
    const isPart = message.type === "events" || message.type === "traces" || message.type === "streamState";
    if (!isPart) this.#lastMessages.set(message.type, message);
    this.#webview.post(message);
  }

  async #runAction({ action, id }: Extract<DeploymentPanelFromWebview, { type: "action" }>): Promise<void> {
    this.#reading?.reader.hurry();
    const known = this.#known && knownDeployments(this.#known);
    if (deployingActions.has(action)) this.#deployedBefore = new Set(known?.map((one) => one.id));
    try {
      await runDeploymentAction(this.#parts.app, this.#context(), action, id);
    } finally {
      this.#deployedBefore = undefined;
    }
  }

  #context(): DeploymentActionContext {
    const serverName = this.#known?.server?.name ?? this.#subject.serverName;
    return { client: this.#client, known: this.#known, run: this.#testRun, serverName };
  }

  /** The page of what an action of this one deploys takes its place. */
  async #openNext(snapshot: DeploymentSnapshot): Promise<void> {
    const next = knownDeployments(snapshot).find(({ id }) => this.#deployedBefore?.has(id) === false);
    if (!next) return;
    this.#deployedBefore = undefined;
    await runDeploymentAction(this.#parts.app, this.#context(), "open", next.id);
    this.#webview.close();
  }

  async #allowHost(text: string): Promise<void> {
    const host = readHostName(text);
    if (!this.#client || host === undefined) return;
    await allowHosts(this.#client, this.#known?.deployment.serverId, [host]);
    this.#reading?.reader.hurry();
  }

  async #runTraceAction(message: TraceMessage): Promise<void> {
    const { traceActions } = this.#parts;
    const serverId = this.#known?.deployment.serverId;
    if (!traceActions || serverId === undefined) return;
    const createSubject = (tool: string) => {
      return { server: { kind: "deployed", connection: this.#subject.connectionId, id: serverId }, tool } as const;
    };
    if (message.type === "openTraceLink") {
      await traceActions.openLink(createSubject(""), message.uri);
      return;
    }
    const trace = this.#reading?.reader.findTrace(message.sequence);
    if (message.type === "copyTraceExchange") {
      const exchange = trace?.exchanges?.[message.index];
      return exchange && traceActions.copyExchange(exchange);
    }
    const call = trace && createTraceCall(trace);
    if (!trace?.tool || !call)
      throw new TraceError(l10n.t("This call cannot be kept: it was not recorded as a whole."));
    await traceActions.keepAsCase(createSubject(trace.tool), call);
  }

  /** A version does not change. Without its files, the page has no links. */
  async #postFiles(): Promise<void> {
    const files = await this.#parts.sources?.files(this.#subject.deploymentId).catch(() => []);
    if (files && files.length > 0) this.#post({ type: "files", files: [...files] });
  }

  async #openSource({
    file,
    line,
    column,
  }: Extract<DeploymentPanelFromWebview, { type: "openSource" }>): Promise<void> {
    const { app, sources } = this.#parts;
    const uri = await sources?.locate({ deploymentId: this.#subject.deploymentId, file });
    if (uri !== undefined) await app.documents.show(uri, { line, column });
  }

  /** Shows the failure of what the page requested. */
  async #runRequest(request: string, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      showError(this.#parts.app, error, `"${request}" of a deployment's panel failed.`);
    }
  }
}

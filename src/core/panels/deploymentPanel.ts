import type { ServiceClient } from "../../client/client.ts";
import type { TestRunDetail } from "../../contract/testRuns.ts";
import { joinWords } from "../../text/joinWords.ts";
import {
  type DeploymentPanelFromWebview,
  type DeploymentPanelSubject,
  type DeploymentPanelToWebview,
  deploymentPanelFromWebviewSchema,
  deploymentPanelSubjectSchema,
  maxPanelEvents,
} from "../../webview/protocol/deploymentPanelMessages.ts";
import type { Connections } from "../connection/connections.ts";
import { isAbortError, readErrorMessage } from "../foundation/failure.ts";
import { createPoller, type PollerOptions } from "../foundation/poller.ts";
import type { MessageContext } from "../foundation/showMessage.ts";
import type { RunCommand } from "../view/commandTarget.ts";
import { runDeploymentAction } from "./deploymentActions.ts";
import { describeSessionFailure } from "./deploymentFailure.ts";
import { type DeploymentReader, startDeploymentReader } from "./deploymentReader.ts";
import type { PanelKind, WebviewController, WebviewHandle } from "./panelKind.ts";
import type { DeploymentSnapshot } from "./readDeploymentFacts.ts";

/** The panel of a deployment. */
export function createDeploymentPanel(parts: DeploymentPanelOptions) {
  return {
    type: "fairlead.deployment",
    subject: deploymentPanelSubjectSchema,
    says: deploymentPanelFromWebviewSchema,
    icon: "rocket",
    title: ({ serverName, version }) => joinWords(serverName, version),
    key: ({ connectionId, deploymentId }) => `${connectionId} ${deploymentId}`,
    open: (subject, door) => new DeploymentPanel(parts, subject, door),
  } as const satisfies PanelKind<DeploymentPanelSubject, DeploymentPanelFromWebview, DeploymentPanelToWebview>;
}

export interface DeploymentPanelOptions {
  readonly app: MessageContext & { readonly connections: Connections; readonly run: RunCommand };
  readonly later?: PollerOptions["later"];
}

const connectAgainMs = 3000;

/** What is behind a deployment's page: reads while it is seen and its connection is in use, and does what the page asks. */
class DeploymentPanel implements WebviewController<DeploymentPanelFromWebview> {
  readonly #parts: DeploymentPanelOptions;
  readonly #subject: DeploymentPanelSubject;
  readonly #door: WebviewHandle<DeploymentPanelToWebview>;
  readonly #subscription: { dispose(): void };
  /** Tries a session again that could not be had. */
  readonly #reconnecting;
  /** What the page has; undefined while it is not seen. */
  #page: { readonly has: number; readonly knew: number } | undefined;
  /** What it was told last, of each kind that is told whole: shown again at once when the page is seen again. */
  readonly #told = new Map<DeploymentPanelToWebview["type"], DeploymentPanelToWebview>();
  #reading: { readonly of: DeploymentReader; readonly client: ServiceClient } | undefined;
  #client: ServiceClient | undefined;
  #known: DeploymentSnapshot | undefined;
  #run: TestRunDetail | undefined;

  constructor(
    parts: DeploymentPanelOptions,
    subject: DeploymentPanelSubject,
    door: WebviewHandle<DeploymentPanelToWebview>,
  ) {
    this.#parts = parts;
    this.#subject = subject;
    this.#door = door;
    const { connections } = parts.app;
    this.#reconnecting = createPoller({
      everyMs: () => connectAgainMs,
      ...(parts.later && { later: parts.later }),
      work: async () => (await connections.connect()).kind !== "failed",
    });
    this.#subscription = connections.onDidChange(() => this.#look());
  }

  hear(said: DeploymentPanelFromWebview): void {
    if (said.type === "act") return void this.#act(said);
    this.#stop();
    this.#page = said;
    for (const message of this.#told.values()) this.#door.tell(message);
    this.#look();
  }

  hide(): void {
    this.#page = undefined;
    this.#stop();
    this.#reconnecting.stop();
  }

  dispose(): void {
    this.hide();
    this.#subscription.dispose();
  }

  /** Reads, or says why not. */
  #look(): void {
    const { connections } = this.#parts.app;
    const session = connections.session();
    if (!this.#page) return;
    const trouble = describeSessionFailure(session, connections.all(), this.#subject);
    const isOurs = connections.active()?.id === this.#subject.connectionId;
    if (isOurs && (session.kind === "idle" || session.kind === "failed")) this.#reconnecting.start();
    else if (session.kind !== "connecting") this.#reconnecting.stop();
    const client = trouble || session.kind !== "connected" ? undefined : session.client;
    if (client && client === this.#reading?.client) return;
    this.#stop();
    if (trouble) {
      this.#tell({ type: "trouble", trouble });
      this.#tell({ type: "following", state: "none" });
    }
    if (client) this.#read(client, this.#page);
  }

  #read(client: ServiceClient, { has, knew }: { readonly has: number; readonly knew: number }): void {
    this.#client = client;
    const of = startDeploymentReader({
      client,
      subject: this.#subject,
      // A page that was loaded again has forgotten them; as many as it can hold are read again.
      after: has > 0 ? has : Math.max(0, knew - maxPanelEvents),
      tell: (message) => this.#tell(message),
      onTrouble: (trouble) => this.#tell({ type: "trouble", trouble: trouble ?? null }),
      onKnown: (known) => {
        this.#known = known;
        this.#door.title(joinWords(known.server?.name ?? this.#subject.serverName, known.deployment.version));
      },
      onRun: (run) => {
        this.#run = run;
      },
      ...(this.#parts.later && { later: this.#parts.later }),
    });
    this.#reading = { of, client };
  }

  #stop(): void {
    this.#reading?.of.stop();
    this.#reading = undefined;
  }

  #tell(message: DeploymentPanelToWebview): void {
    if (!this.#page) return;
    const last = message.type === "events" ? message.rows.at(-1)?.[0] : undefined;
    // Another connection to the service goes on from there.
    if (last !== undefined) this.#page = { has: last, knew: last };
    if (message.type !== "events" && message.type !== "following") this.#told.set(message.type, message);
    this.#door.tell(message);
  }

  async #act({ act, id }: Extract<DeploymentPanelFromWebview, { type: "act" }>): Promise<void> {
    const { app } = this.#parts;
    const seen = {
      ...{ client: this.#client, known: this.#known, run: this.#run },
      serverName: this.#known?.server?.name ?? this.#subject.serverName,
    };
    this.#reading?.of.hurry();
    try {
      await runDeploymentAction(app, seen, act, id);
    } catch (error) {
      if (isAbortError(error)) return;
      app.log.error(`"${act}" of a deployment's panel failed.`, error);
      void app.messages.error(readErrorMessage(error));
    }
  }
}

import type {
  UsagePanelFromWebview,
  UsagePanelSubject,
  UsagePanelToWebview,
} from "../../webview/protocol/usagePanelMessages.ts";
import { usagePanelFromWebviewSchema, usagePanelSubjectSchema } from "../../webview/protocol/usagePanelMessages.ts";
import type { ConnectionSession } from "../connection/connectionSession.ts";
import type { Connections } from "../connection/connections.ts";
import { isAbortError, readErrorMessage } from "../foundation/failure.ts";
import { createPoller, type PollerOptions } from "../foundation/poller.ts";
import type { Disposable, EditorSettings } from "../foundation/ports.ts";
import { readUnavailability } from "../foundation/unavailability.ts";
import type { RunCommand } from "../view/commandTarget.ts";
import { type DisconnectedProblem, describeDisconnected } from "./describeDisconnected.ts";
import { formatUsageReport } from "./formatUsageReport.ts";
import type { PanelKind, WebviewController, WebviewHandle } from "./panelKind.ts";

export interface UsagePanelOptions {
  readonly app: {
    readonly connections: Connections;
    readonly settings: () => EditorSettings;
    readonly run: RunCommand;
  };
  readonly now: () => number;
  readonly later?: PollerOptions["runLater"];
}

/** What one organization used. The panel follows the selected organization of the active connection. */
export function createUsagePanel(
  parts: UsagePanelOptions,
): PanelKind<UsagePanelSubject, UsagePanelFromWebview, UsagePanelToWebview> {
  return {
    type: "fairlead.usage",
    subject: usagePanelSubjectSchema,
    says: usagePanelFromWebviewSchema,
    icon: "graph",
    title: () => "Usage",
    key: () => "usage",
    open: (_subject, door) => new UsagePanel(parts, door),
  };
}

class UsagePanel implements WebviewController<UsagePanelFromWebview> {
  readonly #parts: UsagePanelOptions;
  readonly #door: WebviewHandle<UsagePanelToWebview>;
  readonly #poller;
  readonly #listening: Disposable;
  #of: string;
  #shown: UsagePanelToWebview["shown"] = null;
  #problem: DisconnectedProblem | undefined;
  #isAsked = true;
  #isReading = false;

  readonly #answers: Readonly<Record<UsagePanelFromWebview["type"], () => void>> = {
    ready: () => {
      this.#tell();
      this.#poller.start();
    },
    refresh: () => this.#again(),
    switchOrganization: () => void this.#parts.app.run("fairlead.organization.switch"),
    remedy: () => {
      const command = this.#problem?.command;
      if (command === undefined) this.#again();
      else void this.#parts.app.run(command).then(() => this.#again());
    },
  };

  constructor(parts: UsagePanelOptions, door: WebviewHandle<UsagePanelToWebview>) {
    this.#parts = parts;
    this.#door = door;
    this.#of = this.#subject();
    this.#poller = createPoller({
      work: (signal) => this.#read(signal),
      everyMs: () => parts.app.settings().refreshSeconds * 1000,
      ...(parts.later && { runLater: parts.later }),
    });
    this.#listening = parts.app.connections.onDidChange((session) => this.#look(session));
  }

  hear(said: UsagePanelFromWebview): void {
    this.#answers[said.type]();
  }

  hide(): void {
    this.#poller.stop();
    this.#isReading = false;
  }

  dispose(): void {
    this.hide();
    this.#listening.dispose();
  }

  /** What is shown belongs to one organization of one connection, and only to those who may see it. */
  #subject(): string {
    const { connections } = this.#parts.app;
    return JSON.stringify([connections.scope(), connections.session().kind === "signedOut"]);
  }

  #look({ kind }: ConnectionSession): void {
    const of = this.#subject();
    if (of !== this.#of) {
      this.#of = of;
      this.#shown = null;
      this.#problem = undefined;
      this.#door.title("Usage");
      this.#again();
    } else if (kind === "connected" && this.#problem) this.#poller.now();
  }

  #again(): void {
    this.#isAsked = true;
    this.#poller.now();
  }

  async #read(signal: AbortSignal): Promise<boolean> {
    const of = this.#of;
    if (this.#isAsked) {
      this.#isAsked = false;
      this.#isReading = true;
      this.#tell();
    }
    const problem = await this.#fetch(of, signal).catch((error: unknown): DisconnectedProblem | undefined => {
      return isAbortError(error)
        ? undefined
        : { message: readUnavailability(error)?.message ?? readErrorMessage(error), remedy: "Try Again" };
    });
    // Of another organization by now, or nobody looks: what was asked for next says how it is.
    if (signal.aborted || of !== this.#of) return true;
    this.#problem = problem;
    this.#isReading = false;
    this.#tell();
    return problem === undefined;
  }

  async #fetch(of: string, signal: AbortSignal): Promise<DisconnectedProblem | undefined> {
    const session = await this.#parts.app.connections.connect();
    if (session.kind !== "connected") return describeDisconnected(session);
    const { client, connection } = session;
    const [usage, organization] = await Promise.all([
      client.call("organization.usage", {}, { signal }),
      // A service that has no more to say of it than what it used is good enough.
      client.call("organization.get", {}, { signal }).catch(() => undefined),
    ]);
    if (of !== this.#of) return undefined;
    const readAt = new Date(this.#parts.now()).toISOString();
    this.#shown = formatUsageReport({ usage, organization, connection: connection.name, readAt });
    this.#door.title(`Usage: ${this.#shown.organization}`);
    return undefined;
  }

  #tell(): void {
    const { message, remedy } = this.#problem ?? {};
    const problem = message === undefined || remedy === undefined ? null : { message, remedy };
    this.#door.tell({ type: "usage", shown: this.#shown, isReading: this.#isReading, problem });
  }
}

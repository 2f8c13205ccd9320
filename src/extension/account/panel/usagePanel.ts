import * as l10n from "@vscode/l10n";
import {
  type UsagePanelFromWebview,
  type UsagePanelSubject,
  type UsagePanelToWebview,
  usagePanelFromWebviewSchema,
  usagePanelSubjectSchema,
} from "../../../webview/protocol/usagePanelMessages.ts";
import type { EditorSettings } from "../../base/editorSettings.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { PanelKind, WebviewController, WebviewHandle } from "../../base/panel/panelKind.ts";
import { createPoller, type PollerOptions } from "../../base/poller.ts";
import type { Polling } from "../../base/polling.ts";
import type { Disposable } from "../../base/ports.ts";
import type { RunCommand } from "../../base/rows/commandTarget.ts";
import { readUnavailability } from "../../base/unavailability.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { type DisconnectedProblem, describeDisconnected } from "../../connection/panel/describeDisconnected.ts";
import { formatUsageReport } from "./formatUsageReport.ts";

export interface UsagePanelOptions {
  readonly app: {
    readonly connections: Connections;
    readonly polling: Polling;
    readonly settings: () => EditorSettings;
    readonly run: RunCommand;
  };
  readonly now: () => number;
  readonly later?: PollerOptions["runLater"];
}

/** The usage of one organization. The panel follows the selected organization of the active connection. */
export function createUsagePanel(
  parts: UsagePanelOptions,
): PanelKind<UsagePanelSubject, UsagePanelFromWebview, UsagePanelToWebview> {
  return {
    type: "fairlead.usage",
    subject: usagePanelSubjectSchema,
    messageSchema: usagePanelFromWebviewSchema,
    icon: "graph",
    title: () => l10n.t("Usage"),
    key: () => "usage",
    open: (_subject, webview) => new UsagePanel(parts, webview),
  };
}

class UsagePanel implements WebviewController<UsagePanelFromWebview> {
  readonly #parts: UsagePanelOptions;
  readonly #webview: WebviewHandle<UsagePanelToWebview>;
  readonly #poller;
  readonly #subscription: Disposable;
  #scope: string;
  #shown: UsagePanelToWebview["shown"] = null;
  #problem: DisconnectedProblem | undefined;
  #isReadRequested = true;
  #isReading = false;

  readonly #handlers: Readonly<Record<UsagePanelFromWebview["type"], () => void>> = {
    ready: () => {
      this.#postUsage();
      this.#poller.start();
    },
    refresh: () => this.#readAgain(),
    remedy: () => {
      const command = this.#problem?.command;
      if (command === undefined) this.#readAgain();
      else void this.#parts.app.run(command).then(() => this.#readAgain());
    },
  };

  constructor(parts: UsagePanelOptions, webview: WebviewHandle<UsagePanelToWebview>) {
    this.#parts = parts;
    this.#webview = webview;
    this.#scope = this.#scopeKey();
    this.#poller = createPoller({
      work: (signal) => this.#read(signal),
      everyMs: () => parts.app.settings().refreshSeconds * 1000,
      polling: parts.app.polling,
      requests: () => 2,
      ...(parts.later && { runLater: parts.later }),
    });
    this.#subscription = parts.app.connections.onDidChange((session) => this.#onSessionChange(session));
  }

  onMessage(message: UsagePanelFromWebview): void {
    this.#handlers[message.type]();
  }

  hide(): void {
    this.#poller.stop();
    this.#isReading = false;
  }

  dispose(): void {
    this.hide();
    this.#subscription.dispose();
  }

  /** Identifies the organization, the connection and whether the user is signed out. A change clears the shown usage. */
  #scopeKey(): string {
    const { connections } = this.#parts.app;
    return JSON.stringify([connections.scope(), connections.session().kind === "signedOut"]);
  }

  #onSessionChange({ kind }: ConnectionSession): void {
    const scope = this.#scopeKey();
    if (scope !== this.#scope) {
      this.#scope = scope;
      this.#shown = null;
      this.#problem = undefined;
      this.#webview.setTitle(l10n.t("Usage"));
      this.#readAgain();
    } else if (kind === "connected" && this.#problem) this.#poller.now();
  }

  #readAgain(): void {
    this.#isReadRequested = true;
    this.#poller.now();
  }

  async #read(signal: AbortSignal): Promise<boolean> {
    const scope = this.#scope;
    if (this.#isReadRequested) {
      this.#isReadRequested = false;
      this.#isReading = true;
      this.#postUsage();
    }
    const problem = await this.#fetch(scope, signal).catch((error: unknown): DisconnectedProblem | undefined => {
      return isAbortError(error)
        ? undefined
        : { message: readUnavailability(error)?.message ?? readErrorMessage(error), remedy: l10n.t("Try Again") };
    });
    // The organization has changed or the panel is hidden: the next read replaces this one.
    if (signal.aborted || scope !== this.#scope) return true;
    this.#problem = problem;
    this.#isReading = false;
    this.#postUsage();
    return problem === undefined;
  }

  async #fetch(scope: string, signal: AbortSignal): Promise<DisconnectedProblem | undefined> {
    const session = await this.#parts.app.connections.connect();
    if (session.kind !== "connected") return describeDisconnected(session);
    const { client, connection } = session;
    const [usage, organization] = await Promise.all([
      client.call("organization.usage", {}, { signal }),
      // The usage is enough: the panel works without the organization.
      client.call("organization.get", {}, { signal }).catch(() => undefined),
    ]);
    if (scope !== this.#scope) return undefined;
    const readAt = new Date(this.#parts.now()).toISOString();
    this.#shown = formatUsageReport({ usage, organization, connection: connection.name, readAt });
    this.#webview.setTitle(this.#shown.organization ? l10n.t`Usage: ${this.#shown.organization}` : l10n.t("Usage"));
    return undefined;
  }

  #postUsage(): void {
    const { message, remedy } = this.#problem ?? {};
    const problem = message === undefined || remedy === undefined ? null : { message, remedy };
    this.#webview.post({ type: "usage", shown: this.#shown, isReading: this.#isReading, problem });
  }
}

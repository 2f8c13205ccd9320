import * as l10n from "@vscode/l10n";
import type { PresetTitle } from "../../../contract/dialectProfile.ts";
import { isOperationName } from "../../../contract/operationNames.ts";
import { english, type Texts } from "../../../text/language/englishTexts.ts";
import {
  type CompatibilityPanelFromWebview,
  type CompatibilityPanelSubject,
  type CompatibilityPanelToWebview,
  compatibilityPanelFromWebviewSchema,
  compatibilityPanelSubjectSchema,
  type ReportAction,
} from "../../../webview/protocol/compatibilityPanelMessages.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { PanelKind, WebviewController, WebviewHandle } from "../../base/panel/panelKind.ts";
import type { PollerOptions } from "../../base/poller.ts";
import type { Disposable, EditorDocuments } from "../../base/ports.ts";
import type { CommandTarget, RunCommand } from "../../base/rows/commandTarget.ts";
import { runAfterTimeout } from "../../base/runLater.ts";
import type { MessageContext } from "../../base/showMessage.ts";
import { readUrlHost } from "../../connection/model/connection.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { type DisconnectedProblem, describeDisconnected } from "../../connection/panel/describeDisconnected.ts";
import { createCompatibilityReport } from "../model/compatibilityReport.ts";
import type { CompatibilityReport } from "../model/compatibilityReportSchema.ts";
import { formatIssueText } from "../model/formatIssueText.ts";
import { formatCompatibilityReport } from "../model/formatReport.ts";
import { hasLearnedProfile, type LearnedProfile, readLearnedProfile } from "../model/learnedProfile.ts";
import { readHiddenIdentity } from "../model/sharing/readHiddenIdentity.ts";

export interface CompatibilityPanelOptions {
  readonly app: MessageContext & {
    readonly connections: Connections;
    readonly documents: EditorDocuments;
    readonly clipboard: (text: string) => Promise<void>;
    readonly run: RunCommand;
    readonly listPresets: () => Promise<readonly PresetTitle[]>;
  };
  readonly now: () => number;
  readonly schedule?: PollerOptions["runLater"];
}

/** The panel that shows which operations of the active connection's service Fairlead can use. */
export function createCompatibilityPanel(
  parts: CompatibilityPanelOptions,
): PanelKind<CompatibilityPanelSubject, CompatibilityPanelFromWebview, CompatibilityPanelToWebview> {
  return {
    type: "fairlead.compatibility",
    subject: compatibilityPanelSubjectSchema,
    messageSchema: compatibilityPanelFromWebviewSchema,
    icon: "checklist",
    title: () => l10n.t("Compatibility"),
    key: () => "compatibility",
    open: (_subject, webview) => new CompatibilityPanel(parts, webview),
  };
}

const actionCommands = {
  map: "fairlead.answer.map",
  choosePreset: "fairlead.preset.choose",
  chooseKeyHeader: "fairlead.keyHeader.choose",
  editProfile: "fairlead.profile.open",
  tryChanges: "fairlead.compatibility.tryChanges",
  askBeforeChanges: "fairlead.compatibility.askBeforeChanges",
} as const satisfies Record<ReportAction, string>;

function readTarget(operation: string | undefined): CommandTarget {
  return operation !== undefined && isOperationName(operation) ? { operation } : {};
}

/** Changes within this time are posted as one report. */
const batchMs = 100;

class CompatibilityPanel implements WebviewController<CompatibilityPanelFromWebview> {
  readonly #parts: CompatibilityPanelOptions;
  readonly #webview: WebviewHandle<CompatibilityPanelToWebview>;
  readonly #subscription: Disposable;
  #learned: LearnedProfile | undefined;
  #presets: readonly PresetTitle[] = [];
  #learnedSubscription: Disposable | undefined;
  #problem: DisconnectedProblem | undefined;
  #isSeen = false;
  #cancelUpdate: (() => void) | undefined;

  constructor(parts: CompatibilityPanelOptions, webview: WebviewHandle<CompatibilityPanelToWebview>) {
    this.#parts = parts;
    this.#webview = webview;
    this.#subscription = parts.app.connections.onDidChange(() => this.#onSessionChange());
  }

  onMessage(message: CompatibilityPanelFromWebview): void {
    this.#handleMessage(message).catch((error: unknown) => {
      if (isAbortError(error)) return;
      this.#parts.app.log.error(`"${message.type}" of the compatibility panel failed.`, error);
      void this.#parts.app.messages.error(readErrorMessage(error));
    });
  }

  hide(): void {
    this.#isSeen = false;
    this.#cancelUpdate?.();
    this.#cancelUpdate = undefined;
  }

  dispose(): void {
    this.hide();
    this.#subscription.dispose();
    this.#learnedSubscription?.dispose();
  }

  async #handleMessage(message: CompatibilityPanelFromWebview): Promise<void> {
    const { app } = this.#parts;
    switch (message.type) {
      case "ready":
        this.#isSeen = true;
        await Promise.all([this.#connect(), this.#loadPresets()]);
        return;
      case "check":
        return app.run("fairlead.compatibility.check");
      case "act":
        return app.run(actionCommands[message.action], readTarget(message.operation));
      case "explainState":
        return app.run("fairlead.state.explain", this.#findState(message.operation, message.state));
      case "copyIssue":
        return this.#copyIssue();
      case "export":
        return this.#export();
      case "remedy":
        if (this.#problem?.command !== undefined) await app.run(this.#problem.command);
        return this.#connect();
    }
  }

  /** The titles are loaded once; the report is shown without them meanwhile. */
  async #loadPresets(): Promise<void> {
    if (this.#presets.length > 0) return;
    this.#presets = await this.#parts.app.listPresets();
    if (this.#learned?.read().preset !== undefined) this.#postReport();
  }

  /** The page shows redacted states. */
  #findState(operation: string, shown: string): CommandTarget {
    const target = readTarget(operation);
    const states = target.operation && this.#learned?.evidence()[target.operation]?.states;
    return { ...target, ...(states?.includes(shown) && { state: shown }) };
  }

  /** Connects if the session is idle or failed: a panel that VS Code restores can be the first that needs it. */
  async #connect(): Promise<void> {
    const { connections } = this.#parts.app;
    this.#onSessionChange();
    const { kind } = connections.session();
    if (kind === "idle" || kind === "failed") await connections.connect();
    this.#onSessionChange();
  }

  /** Subscribes to the learned profile of the active connection. */
  #onSessionChange(): void {
    const { connections } = this.#parts.app;
    const session = connections.session();
    const learned = readLearnedProfile(connections);
    if (learned !== this.#learned) {
      this.#learnedSubscription?.dispose();
      this.#learned = learned;
      this.#learnedSubscription = learned?.onChange(() => this.#scheduleUpdate());
    }
    const isFine = session.kind === "connected" || session.kind === "idle" || session.kind === "connecting";
    this.#problem = isFine ? undefined : describeDisconnected(session);
    this.#postReport();
  }

  #scheduleUpdate(): void {
    if (!this.#isSeen || this.#cancelUpdate) return;
    const { schedule = runAfterTimeout } = this.#parts;
    this.#cancelUpdate = schedule(batchMs, () => {
      this.#cancelUpdate = undefined;
      this.#postReport();
    });
  }

  #postReport(): void {
    if (!this.#isSeen) return;
    const report = this.#report(l10n);
    const connection = this.#parts.app.connections.active();
    const owner = { connection: connection?.name ?? "", host: connection ? readUrlHost(connection.baseUrl) : "" };
    const asksBeforeChanges = this.#learned?.asksBeforeChanges() ?? true;
    const { message, remedy } = this.#problem ?? {};
    this.#webview.setTitle(connection ? l10n.t`Compatibility: ${connection.name}` : l10n.t("Compatibility"));
    this.#webview.post({
      type: "report",
      shown: report ? formatCompatibilityReport(report, { ...owner, asksBeforeChanges }) : null,
      problem: message === undefined || remedy === undefined ? null : { message, remedy },
    });
  }

  /** In English, because others read it too, or in the language of the user. */
  #report(texts: Texts = english): CompatibilityReport | undefined {
    const { app, now } = this.#parts;
    const learned = this.#learned;
    if (!learned || !hasLearnedProfile(learned)) return undefined;
    const madeAt = new Date(now()).toISOString();
    return createCompatibilityReport(learned.read(), learned.evidence(), {
      madeAt,
      hidden: readHiddenIdentity(app.connections),
      origins: learned.origins(),
      presets: this.#presets,
      l10n: texts,
    });
  }

  async #copyIssue(): Promise<void> {
    const report = this.#report();
    if (!report) return;
    await this.#parts.app.clipboard(formatIssueText(report));
    this.#webview.post({ type: "done", message: l10n.t("Copied as the text of an issue.") });
  }

  async #export(): Promise<void> {
    const report = this.#report();
    if (!report) return;
    const question = {
      title: l10n.t("Export Compatibility Report"),
      action: l10n.t("Export"),
      name: "compatibility-report.json",
    };
    const written = await this.#parts.app.documents.saveAs(question, `${JSON.stringify(report, null, 2)}\n`);
    if (written !== undefined) this.#webview.post({ type: "done", message: l10n.t("Exported the report.") });
  }
}

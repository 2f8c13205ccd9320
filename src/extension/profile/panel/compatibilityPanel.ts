import * as l10n from "@vscode/l10n";
import type { PresetTitle } from "../../../contract/dialectProfile.ts";
import { isOperationName } from "../../../contract/operationNames.ts";
import {
  type CompatibilityPanelFromWebview,
  type CompatibilityPanelSubject,
  type CompatibilityPanelToWebview,
  compatibilityPanelFromWebviewSchema,
  compatibilityPanelSubjectSchema,
  type ProfileAction,
  type ShownReport,
  type ShownServiceProfile,
} from "../../../webview/protocol/compatibilityPanelMessages.ts";
import type { PanelKind, WebviewController, WebviewHandle } from "../../base/panel/panelKind.ts";
import type { PollerOptions } from "../../base/poller.ts";
import { runAfterTimeout } from "../../base/polling.ts";
import type { Disposable } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showError } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { type Connection, readUrlHost } from "../../connection/model/connection.ts";
import { type DisconnectedProblem, describeDisconnected } from "../../connection/panel/describeDisconnected.ts";
import { applyProfile } from "../commands/applyProfile.ts";
import { readService } from "../commands/checkCompatibility.ts";
import { hasLearnedProfile, type LearnedProfile, readLearnedProfile } from "../model/learnedProfile.ts";
import type { QuestionFormat } from "../model/page/formatQuestions.ts";
import { createServiceTextFormatter } from "../model/page/formatServiceText.ts";
import { requireProfile } from "../model/requireProfile.ts";
import { formatServiceReport } from "../model/serviceReport.ts";
import type { ProfileServices } from "../profileServices.ts";
import { type ProfileAnswer, ProfileQuestions } from "./profileQuestions.ts";

export interface CompatibilityPanelOptions {
  readonly app: ConnectedServices & Pick<ProfileServices, "loadProposals" | "readWithProfile">;
  readonly schedule?: PollerOptions["runLater"];
}

/**
 * The panel of the page *Service Profile*: what the values of the active connection's service mean, and which of its operations
 * Fairlead can use.
 */
export function createCompatibilityPanel(
  parts: CompatibilityPanelOptions,
): PanelKind<CompatibilityPanelSubject, CompatibilityPanelFromWebview, CompatibilityPanelToWebview> {
  return {
    type: "fairlead.compatibility",
    subject: compatibilityPanelSubjectSchema,
    messageSchema: compatibilityPanelFromWebviewSchema,
    icon: "checklist",
    title: () => l10n.t("Service Profile"),
    key: () => "compatibility",
    open: (_subject, webview) => new CompatibilityPanel(parts, webview),
  };
}

const actionCommands = {
  chooseKeyHeader: "fairlead.keyHeader.choose",
  editProfile: "fairlead.profile.open",
  shareProfile: "fairlead.profile.export",
  importProfile: "fairlead.profile.import",
} as const satisfies Record<ProfileAction, string>;

function readTarget(operation: string | undefined): CommandTarget {
  return operation !== undefined && isOperationName(operation) ? { operation } : {};
}

/** Changes within this time are posted as one. */
const batchMs = 100;

class CompatibilityPanel implements WebviewController<CompatibilityPanelFromWebview> {
  readonly #parts: CompatibilityPanelOptions;
  readonly #webview: WebviewHandle<CompatibilityPanelToWebview>;
  readonly #subscription: Disposable;
  #learned: LearnedProfile | undefined;
  #questions: ProfileQuestions;
  #presets: readonly PresetTitle[] = [];
  #learnedSubscription: Disposable | undefined;
  #problem: DisconnectedProblem | undefined;
  #isSeen = false;
  #cancelUpdate: (() => void) | undefined;
  /** Counts the updates: an older one that ends later is not posted. */
  #update = 0;
  /** The end of the last answer: the next one is about what it has left. */
  #answered: Promise<void> = Promise.resolve();

  constructor(parts: CompatibilityPanelOptions, webview: WebviewHandle<CompatibilityPanelToWebview>) {
    this.#parts = parts;
    this.#webview = webview;
    this.#questions = new ProfileQuestions(parts.app);
    this.#subscription = parts.app.connections.onDidChange(() => this.#onSessionChange());
  }

  onMessage(message: CompatibilityPanelFromWebview): void {
    this.#handleMessage(message).catch((error: unknown) =>
      showError(this.#parts.app, error, `"${message.type}" of the page Service Profile failed.`),
    );
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
        await readService(app);
        return;
      case "act":
        return app.run(actionCommands[message.action], readTarget(message.operation));
      case "remedy":
        if (this.#problem?.command !== undefined) await app.run(this.#problem.command);
        return this.#connect();
      case "askBeforeChanges":
        return this.#askBeforeChanges();
      case "preset":
        return this.#choosePreset(message.name);
      default: {
        const answered = this.#answered.then(() => this.#answer(message));
        this.#answered = answered.catch(() => {});
        return answered;
      }
    }
  }

  async #answer(message: ProfileAnswer): Promise<void> {
    const { connections } = this.#parts.app;
    const [learned, connection, questions] = [this.#learned, connections.active(), this.#questions];
    if (!learned || !connection) return;
    const problem = questions.findProblem(message);
    if (problem) return this.#webview.post({ type: "problem", ...problem });
    const profile = questions.answer(message, learned);
    if (profile) await applyProfile(this.#parts.app, requireProfile(this.#parts.app, connection.id), profile);
    await this.#post();
    if (!profile) return;
    this.#webview.post({ type: "done", message: questions.formatSaved(message) });
    if (questions.isAboutRefusedReads(message)) this.onMessage({ type: "check" });
  }

  async #askBeforeChanges(): Promise<void> {
    const { app } = this.#parts;
    const connection = app.connections.active();
    if (!connection) return;
    await requireProfile(app, connection.id).setAsksBeforeChanges(true);
    this.#webview.post({ type: "done", message: l10n.t`Fairlead asks again before changes of ${connection.name}.` });
  }

  /** Reads the service again with another convention. */
  async #choosePreset(name: string): Promise<void> {
    const { app } = this.#parts;
    const connection = app.connections.active();
    const preset = this.#presets.find((one) => one.name === name);
    if (!connection || !preset || this.#learned?.read().dialect === "contract") return;
    const store = requireProfile(app, connection.id);
    store.clearReadings();
    await applyProfile(app, store, { ...store.read(), dialect: "other", preset: name });
    // A new client has read nothing with the preset of before.
    await app.connections.use(connection.id);
    await this.#post();
    this.#webview.post({ type: "done", message: l10n.t`Saved: ${preset.title}` });
    await readService(app);
  }

  /** The titles are loaded once; the report is shown without them meanwhile. */
  async #loadPresets(): Promise<void> {
    if (this.#presets.length > 0) return;
    this.#presets = await this.#parts.app.listPresets();
    await this.#post();
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
      this.#questions = new ProfileQuestions(this.#parts.app);
      this.#learnedSubscription = learned?.onChange(() => this.#scheduleUpdate());
    }
    const isFine = session.kind === "connected" || session.kind === "idle" || session.kind === "connecting";
    this.#problem = isFine ? undefined : describeDisconnected(session);
    this.#startPost();
  }

  #scheduleUpdate(): void {
    if (!this.#isSeen || this.#cancelUpdate) return;
    const { schedule = runAfterTimeout } = this.#parts;
    this.#cancelUpdate = schedule(batchMs, () => {
      this.#cancelUpdate = undefined;
      this.#startPost();
    });
  }

  #startPost(): void {
    this.#post().catch((error: unknown) => this.#parts.app.log.error("The service profile cannot be shown.", error));
  }

  async #post(): Promise<void> {
    if (!this.#isSeen) return;
    this.#update += 1;
    const update = this.#update;
    const connection = this.#parts.app.connections.active();
    const { message, remedy } = this.#problem ?? {};
    const shown = connection ? await this.#formatReport(connection) : null;
    if (!this.#isSeen || update !== this.#update) return;
    this.#webview.setTitle(connection ? l10n.t`Service Profile: ${connection.name}` : l10n.t("Service Profile"));
    this.#webview.post({
      type: "report",
      shown,
      problem: message === undefined || remedy === undefined ? null : { message, remedy },
    });
  }

  /** null: nothing is known of the service. */
  async #formatReport({ name, baseUrl }: Connection): Promise<ShownReport | null> {
    const learned = this.#learned;
    if (!learned || !hasLearnedProfile(learned)) return null;
    const formatText = createServiceTextFormatter(this.#parts.app.connections.readSecretTexts());
    const host = readUrlHost(baseUrl);
    const subject = { profile: learned.read(), evidence: learned.evidence() };
    return {
      connection: name,
      host,
      ...formatServiceReport(subject, formatText),
      profile: subject.profile.dialect === "contract" ? null : await this.#formatProfile(learned, { formatText, host }),
    };
  }

  async #formatProfile(learned: LearnedProfile, format: QuestionFormat): Promise<ShownServiceProfile> {
    return {
      preset: learned.read().preset ?? null,
      presets: [...this.#presets],
      asksBeforeChanges: learned.asksBeforeChanges(),
      ...(await this.#questions.read(learned, format)),
    };
  }
}

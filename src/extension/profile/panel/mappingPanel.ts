import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { isOperationName } from "../../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import type { ReadWithProfile } from "../../../contract/profileReading.ts";
import { english } from "../../../text/language/englishTexts.ts";
import {
  type MappingPanelFromWebview,
  mappingPanelFromWebviewSchema,
} from "../../../webview/protocol/mappingPanelFromWebview.ts";
import {
  type MappingChange,
  type MappingPanelSubject,
  type MappingPanelToWebview,
  type MappingProposal,
  mappingPanelSubjectSchema,
} from "../../../webview/protocol/mappingPanelMessages.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { PanelKind, WebviewController, WebviewHandle } from "../../base/panel/panelKind.ts";
import type { Disposable, Prompts } from "../../base/ports.ts";
import type { RunCommand } from "../../base/rows/commandTarget.ts";
import { type MessageContext, showMessage } from "../../base/showMessage.ts";
import type { ConnectionProfile } from "../../connection/model/connectionProfile.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { type DisconnectedProblem, describeDisconnected } from "../../connection/panel/describeDisconnected.ts";
import { listContractStates } from "../model/contractStates.ts";
import { findFactSource, formatSource } from "../model/factSource.ts";
import { type AnswerTree, createAnswerTree } from "../model/mapping/answerTree.ts";
import { applyMappingChanges } from "../model/mapping/applyMappingChanges.ts";
import { askForProposal } from "../model/mapping/askForProposal.ts";
import { formatAnswer } from "../model/mapping/formatAnswer.ts";
import { formatReading } from "../model/mapping/formatReading.ts";
import type { LanguageModels } from "../model/mapping/languageModels.ts";
import { findMappingFields, type MappingFields } from "../model/mapping/mappingFields.ts";
import { chooseModel } from "../model/mapping/modelConsent.ts";
import { removeExplainedWords } from "../model/mapping/removeExplainedWords.ts";
import { requireProfile } from "../model/requireProfile.ts";
import { readHiddenIdentity } from "../model/sharing/readHiddenIdentity.ts";

export interface MappingPanelOptions {
  readonly app: MessageContext & {
    readonly connections: Connections;
    readonly models: LanguageModels;
    readonly prompts: Prompts;
    readonly run: RunCommand;
    readonly readWithProfile: ReadWithProfile;
  };
  /** Reads and writes the service with this profile from now on, and refreshes what is shown. */
  readonly applyProfile: (
    profileStore: ConnectionProfile,
    profile: ReturnType<ConnectionProfile["read"]>,
  ) => Promise<void>;
}

/** The panel that shows an answer beside what is read from it, and lets the user say what its values are. */
export function createMappingPanel(
  parts: MappingPanelOptions,
): PanelKind<MappingPanelSubject, MappingPanelFromWebview, MappingPanelToWebview> {
  return {
    type: "fairlead.mapping",
    subject: mappingPanelSubjectSchema,
    messageSchema: mappingPanelFromWebviewSchema,
    icon: "list-selection",
    title: ({ operation }) => l10n.t`Map ${operation}`,
    key: ({ connection, operation, id = "" }) => JSON.stringify([connection, operation, id]),
    open: (subject, webview) => new MappingPanel(parts, subject, webview),
  };
}

/** The answer that is mapped. */
interface RecordedAnswer {
  readonly json: unknown;
  readonly tree: AnswerTree;
}

/** The operation of a panel, which a saved state of an older version may not name. */
interface MappedOperation {
  readonly operation: OperationName;
  readonly fields: MappingFields;
}

class MappingPanel implements WebviewController<MappingPanelFromWebview> {
  readonly #parts: MappingPanelOptions;
  readonly #subject: MappingPanelSubject;
  readonly #webview: WebviewHandle<MappingPanelToWebview>;
  readonly #operation: MappedOperation | undefined;
  readonly #subscription: Disposable;
  /** Ends all work when the panel is closed. */
  readonly #closed = new AbortController();
  #answer: RecordedAnswer | undefined;
  #problem: DisconnectedProblem | undefined;
  #isSeen = false;
  #isSaving = false;
  #showing: Promise<DisconnectedProblem | undefined> | undefined;
  #changes: readonly MappingChange[] = [];
  #proposed: readonly MappingChange[] = [];
  /** The model that works, and how to stop it. */
  #asking: { readonly model: string; readonly stop: AbortController } | undefined;
  /** A proposal that came while the page was hidden. */
  #unposted: MappingProposal | undefined;

  constructor(parts: MappingPanelOptions, subject: MappingPanelSubject, webview: WebviewHandle<MappingPanelToWebview>) {
    this.#parts = parts;
    this.#subject = subject;
    this.#webview = webview;
    const name = isOperationName(subject.operation) ? subject.operation : undefined;
    const fields = name && operationTable[name].method === "GET" ? findMappingFields(name) : undefined;
    this.#operation = name && fields && { operation: name, fields };
    this.#subscription = parts.app.connections.onDidChange((session) => {
      const isUseful = session.kind === "connected" && (!this.#answer || this.#problem);
      if (this.#isSeen && isUseful) this.#run("ready", () => this.#show());
    });
  }

  onMessage(message: MappingPanelFromWebview): void {
    this.#run(message.type, () => this.#handleMessage(message));
  }

  hide(): void {
    this.#isSeen = false;
  }

  dispose(): void {
    this.hide();
    this.#closed.abort();
    this.#asking?.stop.abort();
    this.#subscription.dispose();
  }

  #run(what: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (isAbortError(error) || this.#closed.signal.aborted) return;
      this.#parts.app.log.error(`"${what}" of the mapping panel failed.`, error);
      void this.#parts.app.messages.error(readErrorMessage(error));
    });
  }

  async #handleMessage(message: MappingPanelFromWebview): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#isSeen = true;
        this.#setChanges(message);
        return this.#show();
      case "read":
        this.#setChanges(message);
        return this.#postReading();
      case "save":
        return this.#save(message.changes);
      case "another":
        return this.#parts.app.run("fairlead.answer.map");
      case "refresh":
        this.#answer = undefined;
        return this.#show();
      case "ask":
        return this.#ask(message.changes);
      case "cancel":
        this.#asking?.stop.abort();
        return;
      case "remedy":
        if (this.#problem?.command !== undefined) await this.#parts.app.run(this.#problem.command);
        return this.#show();
    }
  }

  #setChanges({ changes, proposed }: Pick<Extract<MappingPanelFromWebview, { type: "read" }>, "changes" | "proposed">) {
    this.#changes = changes;
    this.#proposed = proposed;
  }

  /** Posts all data; fetches the answer if there is none yet. */
  async #show(): Promise<void> {
    this.#showing ??= this.#findProblem().finally(() => {
      this.#showing = undefined;
    });
    this.#problem = await this.#showing;
    if (!this.#isSeen) return;
    const { message, remedy } = this.#problem ?? {};
    const problem = message === undefined || remedy === undefined ? null : { message, remedy };
    const [answer, operation] = [this.#answer, this.#operation];
    const subject = answer && operation && { ...operation, tree: answer.tree, connection: this.#connectionName() };
    this.#webview.post({ type: "answer", shown: subject ? formatAnswer(subject) : null, problem });
    if (!this.#problem) await this.#postReading();
    await this.#postModels();
    if (this.#unposted) this.#postProposal(this.#unposted);
  }

  /** Reads the answer, unless it was read before; returns why it cannot be mapped now. */
  async #findProblem(): Promise<DisconnectedProblem | undefined> {
    const session = await this.#parts.app.connections.connect();
    if (session.kind !== "connected") return describeDisconnected(session);
    try {
      requireProfile(this.#parts.app, this.#subject.connection);
      if (!this.#operation) throw new Error(l10n.t("What this operation answers cannot be mapped."));
      this.#answer ??= await this.#fetch(session.client, this.#operation.operation);
      return undefined;
    } catch (error) {
      return { message: readErrorMessage(error), remedy: l10n.t("Try Again") };
    }
  }

  async #fetch(client: ServiceClient, name: OperationName): Promise<RecordedAnswer> {
    const { id } = this.#subject;
    const json = await client.fetchJson(name, id === undefined ? {} : { id }, { signal: this.#closed.signal });
    if (json === undefined) throw new Error(l10n.t`The answer to ${name} is no JSON, so it cannot be mapped.`);
    return { json, tree: createAnswerTree(json) };
  }

  #connectionName(): string {
    const { connections } = this.#parts.app;
    return connections.all().find(({ id }) => id === this.#subject.connection)?.name ?? "";
  }

  /** Posts what is read with the changes; if they have changed meanwhile, the next reading replaces this one. */
  async #postReading(): Promise<void> {
    const [answer, operation] = [this.#answer, this.#operation];
    if (!answer || !operation || !this.#isSeen) return;
    const [changes, proposed] = [this.#changes, this.#proposed];
    const profileStore = requireProfile(this.#parts.app, this.#subject.connection);
    const { operation: name, fields } = operation;
    const profile = applyMappingChanges(profileStore.read(), name, fields, [...changes, ...proposed]);
    const reading = await this.#parts.app.readWithProfile(profile, name, answer.json);
    if (!this.#isSeen || changes !== this.#changes || answer !== this.#answer) return;
    const origins = profileStore.origins();
    const formatProfileSource = (field: string) =>
      formatSource(findFactSource(origins, ["operations", name, "fields", field]), null, l10n);
    const shown = formatReading({ fields, reading, tree: answer.tree, changes, proposed, formatProfileSource });
    this.#webview.post({ type: "reading", shown });
  }

  async #save(changes: readonly MappingChange[]): Promise<void> {
    if (!this.#operation || changes.length === 0 || this.#isSaving) return;
    const { app, applyProfile } = this.#parts;
    const { operation, fields } = this.#operation;
    // The user may have switched the connection meanwhile.
    const profileStore = requireProfile(app, this.#subject.connection);
    this.#isSaving = true;
    try {
      const words = changes.flatMap((change) => (change.kind === "state" ? [change.word] : []));
      if (words.length > 0) removeExplainedWords(profileStore, fields.resource, words);
      await applyProfile(profileStore, applyMappingChanges(profileStore.read(), operation, fields, changes));
    } finally {
      this.#isSaving = false;
    }
    this.#changes = this.#changes.slice(changes.length);
    const message = l10n.t`${operation} is read with your mapping.`;
    if (this.#isSeen) this.#webview.post({ type: "saved", count: changes.length, message });
    showMessage(app, "info", message, { [l10n.t("Edit Profile")]: () => app.run("fairlead.profile.open") });
    await this.#postReading();
  }

  async #ask(changes: readonly MappingChange[]): Promise<void> {
    const [answer, operation] = [this.#answer, this.#operation];
    if (!answer || !operation || this.#asking) return;
    const { app } = this.#parts;
    const { connection } = this.#subject;
    const profileStore = requireProfile(app, connection);
    const model = await chooseModel(app, { name: this.#connectionName(), profileStore });
    if (!model || this.#asking || this.#closed.signal.aborted) return;
    const stop = new AbortController();
    this.#asking = { model: model.name, stop };
    await this.#postModels();
    try {
      const { operation: name, fields } = operation;
      const states = listContractStates(name, fields.resource, english);
      const profile = requireProfile(app, connection).read();
      const subject = {
        profile,
        changes,
        operation: name,
        fields,
        states,
        json: answer.json,
        read: app.readWithProfile,
      };
      this.#postProposal(await askForProposal(model, subject, readHiddenIdentity(app.connections), stop.signal));
    } finally {
      this.#asking = undefined;
      await this.#postModels();
    }
  }

  async #postModels(): Promise<void> {
    const canAsk = (await this.#parts.app.models.list()).length > 0;
    if (this.#isSeen) this.#webview.post({ type: "models", canAsk, working: this.#asking?.model ?? null });
  }

  #postProposal(proposal: MappingProposal): void {
    this.#unposted = this.#isSeen ? undefined : proposal;
    if (this.#isSeen) this.#webview.post({ type: "proposal", proposal });
  }
}

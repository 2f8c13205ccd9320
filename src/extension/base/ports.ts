import type { FileContent } from "../../text/files/fileContent.ts";

/**
 * The ports of the editor side, so that all rooms but one run (and are tested) without VS Code. `extension/vscode` implements
 * each port once; `test/support` has small real implementations.
 */

export interface Disposable {
  dispose(): void;
}

/** Small JSON values that outlive the window, per user or per workspace. The reader parses them. */
export interface Memory {
  read(scope: "user" | "workspace", name: string): unknown;
  write(scope: "user" | "workspace", name: string, value: unknown): Promise<void>;
}

/** The only storage of keys. */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** The names of all secrets; reads no value. */
  names(): Promise<readonly string[]>;
  /** Also fires for changes in other windows. */
  onDidChange(listener: (name: string) => void): Disposable;
}

/** The result of a prompt that the user left with the Back button. */
export const promptBack: unique symbol = Symbol("back");
export type PromptBack = typeof promptBack;

/**
 * The step of a prompt in a sequence; with `total` greater than 1 the prompt shows the step and, after the first, a
 * Back button.
 */
export interface PromptStep {
  readonly number: number;
  readonly total: number;
}

export interface PromptChoice<T> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  /** The name of a codicon. */
  readonly icon?: string;
  /** Starts a group with this heading. */
  readonly heading?: string;
  /** Shown above the choices while this one has the focus. */
  readonly note?: string;
  /** It is shown, and cannot be chosen. */
  readonly isUnavailable?: true;
  readonly value: T;
}

/** A button that checks a text without accepting it. */
export interface PromptCheck {
  readonly title: string;
  /** The note to show below the text; undefined: cancelled. A failure is a note. Aborted when the text changes or the prompt closes. */
  readonly run: (text: string, signal: AbortSignal) => Promise<PromptNote | undefined>;
}

export interface PromptNote {
  readonly level: "info" | "warning";
  readonly message: string;
}

export interface PickQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** A sentence above the choices that stays while the user types. */
  readonly prompt?: string;
  /** Those of a promise are awaited in the open prompt, which Escape closes meanwhile. */
  readonly choices: readonly PromptChoice<T>[] | Promise<readonly PromptChoice<T>[]>;
  /** A choice of what the user types, listed first. */
  readonly typed?: (text: string) => PromptChoice<T> | undefined;
  /** Runs in place of the question if there is no choice. */
  readonly none?: () => void;
  /** The remembered value: listed first and focused. */
  readonly active?: (value: T) => boolean;
  readonly step?: PromptStep;
  /** The user reads a page before answering, so a click elsewhere does not cancel. */
  readonly staysOpen?: true;
}

export interface PickManyQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly PromptChoice<T>[];
  readonly picked: (value: T) => boolean;
  readonly step?: PromptStep;
}

export interface InputQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** The problem of the previous value; shown until the text changes. */
  readonly problem?: string;
  /** Masks the text and never stores it. */
  readonly secret?: boolean;
  /** The message for an invalid text; called while the user types. */
  readonly validate?: (text: string) => string | undefined;
  /** A message for a valid text that may be wrong; Enter accepts it all the same. */
  readonly warn?: (text: string) => string | undefined;
  readonly check?: PromptCheck;
  readonly step?: PromptStep;
}

/** A question that is no step has no Back button. */
export interface SingleQuestion {
  readonly step?: never;
}

/** Every prompt returns undefined when the user cancels it, which is not an error. */
export interface Prompts {
  pick<T>(question: PickQuestion<T> & SingleQuestion): Promise<T | undefined>;
  pick<T>(question: PickQuestion<T>): Promise<T | PromptBack | undefined>;
  pickMany<T>(question: PickManyQuestion<T> & SingleQuestion): Promise<readonly T[] | undefined>;
  pickMany<T>(question: PickManyQuestion<T>): Promise<readonly T[] | PromptBack | undefined>;
  input(question: InputQuestion & SingleQuestion): Promise<string | undefined>;
  input(question: InputQuestion): Promise<string | PromptBack | undefined>;
  /** A modal question before an action that cannot be undone. True only for the named action. */
  confirm(question: { readonly message: string; readonly detail: string; readonly action: string }): Promise<boolean>;
  /** A modal question with several actions; Enter selects the first. */
  decide(question: {
    readonly message: string;
    readonly detail: string;
    readonly actions: readonly string[];
    /** The button in place of "Cancel", after what cannot be cancelled. */
    readonly close?: string;
  }): Promise<string | undefined>;
}

/** Next steps by their labels. */
export type NextSteps = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Notifications ask nothing, because VS Code hides them after some seconds: a question is one of the prompts. The chosen step runs by
 * itself; each resolves when the notification is closed and its step is done.
 */
export interface Messages {
  info(message: string, steps?: NextSteps): Promise<void>;
  warning(message: string, steps?: NextSteps): Promise<void>;
  error(message: string, steps?: NextSteps): Promise<void>;
  /** Shows a text in the status bar for some seconds: what only confirms what the user did is no notification. */
  status(message: string): void;
}

/** Cancellable progress in a view or as a notification. */
export interface Progress {
  run<T>(
    task: { readonly title: string; readonly in: "notification" | ViewId },
    work: (report: (message: string) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

export interface Logger {
  info(message: string): void;
  warning(message: string): void;
  error(message: string, cause?: unknown): void;
  /** Shows the output channel. */
  show(): void;
}

export interface ComparedFile {
  readonly label: string;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
}

/** A URI, or a text for content that no URI has; undefined: the file does not exist on this side. */
export type ComparedSide = string | NamedText | undefined;

/** Calls `onText` with each new text of a document, until it is closed. */
export type FollowText = (onText: (text: string) => void, signal: AbortSignal) => void;

/** Documents and folders, by URI. */
export interface EditorDocuments {
  /** The text in the editor, unsaved changes included. */
  read(uri: string): Promise<string>;
  /**
   * The text of a file that a document refers to, without unsaved changes if `isSaved`. undefined: there is no such file, or a link leads
   * it out of the workspace folder of the document.
   */
  readPart(documentUri: string, uri: string, options?: { readonly isSaved?: boolean }): Promise<string | undefined>;
  /** The document in the active editor. */
  active(): { readonly uri: string; readonly text: string } | undefined;
  /** Workspace files that declare themselves OpenAPI documents. */
  findOpenApi(): Promise<readonly { readonly uri: string; readonly label: string }[]>;
  /** Workspace folders that hold a `SKILL.md`; bounded. `onGivenUp` runs if the search ends before the whole workspace was seen. */
  findSkills(onGivenUp?: () => void): Promise<readonly { readonly uri: string; readonly label: string }[]>;
  /** Workspace folders that hold a `fairlead.json`, by their URIs; bounded. */
  findServerFolders(): Promise<readonly string[]>;
  /** Case files of servers in the workspace, by their URIs; bounded. */
  findCaseFiles(): Promise<readonly string[]>;
  /** `beside`: in another column, without moving the focus; an open editor is reused. */
  show(
    uri: string,
    options?: {
      readonly preview?: boolean;
      /** Zero-based. */
      readonly line?: number;
      readonly column?: number;
      readonly beside?: boolean;
      readonly preserveFocus?: boolean;
    },
  ): Promise<void>;
  /** Replaces the text of a writable document and saves it; undo restores the old text. */
  replace(uri: string, text: string): Promise<void>;
  /** Saves the unsaved changes of a document, or of all documents of a folder. */
  save(uri: string): Promise<void>;
  /** Opens a file of any type in its default editor. */
  open(uri: string): Promise<void>;
  /** Opens a text without a file, read-only; the name's extension selects the language. `follow` replaces it while it is open. */
  showText(text: string, name: string, follow?: FollowText): Promise<void>;
  /** Compares two texts, read-only. */
  showDifference(title: string, left: NamedText, right: NamedText): Promise<void>;
  /** Shows the rendered Markdown, in place of what is shown under the name. What it returns closes it. */
  showMarkdown(text: string, name: string, options?: PageOptions): Promise<AsyncDisposable>;
  /** Opens a diff editor; several files share one. What it returns closes it. */
  compare(title: string, pairs: readonly ComparedFile[], options?: PageOptions): Promise<AsyncDisposable>;
  /** Opens the merge editor on an open document. */
  merge(
    uri: string,
    versions: { readonly base: NamedText; readonly remote: NamedText; readonly local: NamedText },
  ): Promise<void>;
  /** Replaces the text of a writable document without saving it, and reveals a line. */
  draft(uri: string, text: string, line: number): Promise<void>;
  /** Prompts for a file and writes the text to it; returns its URI, undefined when cancelled. */
  saveAs(
    question: { readonly title: string; readonly action: string; readonly name: string },
    text: string,
  ): Promise<string | undefined>;
  /** Prompts for a JSON file, with `yaml` for a JSON or YAML file, with `anyType` for any file. */
  promptForFile(question: {
    readonly title: string;
    readonly action: string;
    readonly yaml?: boolean;
    readonly anyType?: boolean;
  }): Promise<string | undefined>;
  /** `from`: the folder that the dialog opens with; by default the first of the workspace. */
  promptForFolder(question: {
    readonly title: string;
    readonly action: string;
    readonly from?: string | undefined;
  }): Promise<string | undefined>;
  /** The folders of the workspace, by their URIs; none of a workspace that is not trusted. */
  trustedFolders(): readonly string[];
  isFolder(uri: string): Promise<boolean>;
  /** The bytes on disk; undefined if there is no such file. */
  readFile(uri: string): Promise<Uint8Array | undefined>;
  /** Files of a folder with relative paths, without ignored ones (VCS, node_modules, .env); bounded. */
  readFolder(uri: string): Promise<readonly { readonly path: string; readonly bytes: Uint8Array }[]>;
  /** Creates a folder with all its files or not at all; in an existing one, each file is the old or the new one at any moment. */
  changeFolder(
    uri: string,
    change: { readonly write: readonly FileContent[]; readonly remove?: readonly string[] },
  ): Promise<void>;
  /** Replaces the diagnostics of one document. Lines and columns are zero-based. */
  diagnose(
    uri: string,
    problems: readonly {
      severity: "error" | "warning";
      message: string;
      code?: string | undefined;
      line: number;
      column: number;
    }[],
  ): void;
  /** Opens a folder in a new window. */
  openFolder(uri: string): Promise<void>;
  /** Opens the Problems view. */
  showProblems(): Promise<void>;
}

export interface PageOptions {
  /** A question about the page follows, which has the focus. */
  readonly preserveFocus?: boolean;
}

/** A text; the name's extension selects the language. */
export interface NamedText {
  readonly name: string;
  /** The folder of its path. VS Code compares the name of a skill with it. */
  readonly folder?: string;
  readonly text: string;
}

/** The views of the activity bar container. */
export const viewNames = ["projects", "servers", "skills", "deployments", "registry", "account"] as const;
export type ViewName = (typeof viewNames)[number];
export type ViewId = `fairlead.${ViewName}`;
export const viewIds = viewNames.map((name) => `fairlead.${name}` as const);
/** The views that say what runs, which they read together. */
export const deploymentViews = ["fairlead.servers", "fairlead.deployments"] as const satisfies readonly ViewId[];
export const isAboutDeployments = (views: readonly ViewId[]) => deploymentViews.some((view) => views.includes(view));

/**
 * What the editor side needs of the world, so that core and commands work (and are tested) without VS Code.
 * `src/ui` implements each port once; `test/support` has small real ones.
 */

export interface Disposable {
  dispose(): void;
}

/** Small JSON values that outlive the window; `scope` says whom they belong to. What is read is parsed by the reader. */
export interface Memory {
  read(scope: "user" | "workspace", name: string): unknown;
  write(scope: "user" | "workspace", name: string, value: unknown): Promise<void>;
}

/** The only place keys live. */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** What there is, without reading any of it. */
  names(): Promise<readonly string[]>;
  /** Also told of changes made by other windows. */
  onDidChange(listener: (name: string) => void): Disposable;
}

/** The answer of a prompt that belongs to a sequence and was left by its Back button. */
export const promptBack: unique symbol = Symbol("back");
export type PromptBack = typeof promptBack;

/** Where a prompt stands in a sequence; with `total` greater than 1 it shows the step and, after the first, a Back button. */
export interface PromptStep {
  readonly number: number;
  readonly total: number;
}

export interface PromptChoice<T> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  /** A codicon's name. */
  readonly icon?: string;
  /** Starts a group with this heading. */
  readonly heading?: string;
  readonly value: T;
}

/** Every prompt answers undefined when it was escaped: an answer, not an error. */
export interface Prompts {
  pick<T>(question: {
    readonly title: string;
    readonly placeholder: string;
    readonly choices: readonly PromptChoice<T>[] | Promise<readonly PromptChoice<T>[]>;
    /** The remembered answer: comes first, focused. */
    readonly active?: (value: T) => boolean;
    readonly step?: PromptStep;
  }): Promise<T | PromptBack | undefined>;
  pickMany<T>(question: {
    readonly title: string;
    readonly placeholder: string;
    readonly choices: readonly PromptChoice<T>[];
    readonly picked: (value: T) => boolean;
    readonly step?: PromptStep;
  }): Promise<readonly T[] | PromptBack | undefined>;
  input(question: {
    readonly title: string;
    readonly prompt: string;
    readonly value?: string;
    readonly placeholder?: string;
    /** What was wrong with the answer before; shown until the text changes. */
    readonly problem?: string;
    /** Shown as dots, never remembered. */
    readonly secret?: boolean;
    /** A message where the text cannot be taken; asked while typing. */
    readonly validate?: (text: string) => string | undefined;
    readonly step?: PromptStep;
  }): Promise<string | PromptBack | undefined>;
  /** A modal question before something that cannot be undone. True only for the named action. */
  confirm(question: { readonly message: string; readonly detail: string; readonly action: string }): Promise<boolean>;
  /** A modal question with several answers; the first one is what Enter chooses. */
  decide(question: {
    readonly message: string;
    readonly detail: string;
    readonly actions: readonly string[];
  }): Promise<string | undefined>;
}

/** Messages that do not ask for anything; the chosen action's label, or undefined. */
export interface Messages {
  info(message: string, ...actions: string[]): Promise<string | undefined>;
  warning(message: string, ...actions: string[]): Promise<string | undefined>;
  error(message: string, ...actions: string[]): Promise<string | undefined>;
}

/** Long work: shown in a view or, where there is none, as a notification; can be cancelled. */
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
  /** Brings it before the user's eyes. */
  show(): void;
}

export interface ComparedFile {
  readonly label: string;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
}

/** A URI, or a text that stands for what cannot be read as one; undefined: there is no such file on this side. */
export type ComparedSide = string | NamedText | undefined;

/** Documents and folders, by URI text. */
export interface EditorDocuments {
  /** The text as the editor has it, unsaved changes included. */
  read(uri: string): Promise<string>;
  /** The document in the active editor. */
  active(): { readonly uri: string; readonly text: string } | undefined;
  /** Workspace files that say they are OpenAPI documents. */
  findOpenApi(): Promise<readonly { readonly uri: string; readonly label: string }[]>;
  /** Workspace folders that hold a `SKILL.md`; bounded. */
  findSkills(): Promise<readonly { readonly uri: string; readonly label: string }[]>;
  /** Case files of servers in the workspace, by their URIs; bounded. */
  findCaseFiles(): Promise<readonly string[]>;
  /** `beside`: in another column, without taking the focus; where it is shown already, there. */
  show(
    uri: string,
    options?: { readonly preview?: boolean; readonly line?: number; readonly beside?: boolean },
  ): Promise<void>;
  /** Makes this the text of a document that can be written, and saves it; undo brings back what was there. */
  replace(uri: string, text: string): Promise<void>;
  /** Writes what was typed in a document, or in a folder's documents, to their files. */
  save(uri: string): Promise<void>;
  /** Opens a file in the editor that suits it, whatever it holds. */
  open(uri: string): Promise<void>;
  /** Opens text that is in no file, to be read only; the ending of its name says the language. */
  showText(text: string, name: string): Promise<void>;
  /** Shows two texts side by side, to be read only. */
  showDifference(title: string, left: NamedText, right: NamedText): Promise<void>;
  /** Shows Markdown as it is meant to be read. */
  showMarkdown(text: string, name: string): Promise<void>;
  /** Shows what differs. Several files are shown in one editor. */
  compare(title: string, pairs: readonly ComparedFile[]): Promise<void>;
  /** Shows what became of a text on two sides, to be merged into the document that is open. */
  merge(
    uri: string,
    sides: { readonly base: NamedText; readonly theirs: NamedText; readonly mine: NamedText },
  ): Promise<void>;
  /** Makes this the text of a document that can be written, without saving it, and shows a line of it. */
  draft(uri: string, text: string, line: number): Promise<void>;
  /** Asks for a file and writes a text to it; answers its URI, undefined where that was escaped. */
  saveAs(
    question: { readonly title: string; readonly action: string; readonly name: string },
    text: string,
  ): Promise<string | undefined>;
  /** Asks for a JSON file. */
  askFile(question: { readonly title: string; readonly action: string }): Promise<string | undefined>;
  askFolder(question: { readonly title: string; readonly action: string }): Promise<string | undefined>;
  /** Files of a folder, relative paths, ignored ones (VCS, node_modules, .env) left out; bounded. */
  readFolder(uri: string): Promise<readonly { readonly path: string; readonly bytes: Uint8Array }[]>;
  /** Writes all or nothing into a folder; existing files are asked about first. Answers what was written, or undefined. */
  writeFolder(
    uri: string,
    files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  ): Promise<readonly string[] | undefined>;
  /** Replaces the problems shown for one document. Lines and columns count from 0. */
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
  /** Opens the list of all problems. */
  showProblems(): Promise<void>;
}

/** The ending of the name says the language. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** A folder by its way: `root` is a URI that is trusted as it is, `path` is `/` separated below it and empty for the root itself. */
export interface FolderPath {
  readonly root: string;
  readonly path: string;
}

/** Whose agents read what is installed below it. */
export interface SkillRoot {
  readonly scope: "workspace" | "user";
  readonly uri: string;
  readonly name: string;
}

interface FolderContent {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Folders that skills are installed into: real files of this machine, never by a way that leads out of their root. */
export interface SkillFolders {
  /** What tells this computer from others. */
  readonly machine: string;
  /** The folders of the workspace, then the user's home. */
  roots(): readonly SkillRoot[];
  /** Files without what is ignored, but with all named in `always`; undefined where the folder is not there. */
  read(place: FolderPath, always?: readonly string[]): Promise<readonly FolderContent[] | undefined>;
  /** One file; undefined where it is not there. */
  readFile(place: FolderPath): Promise<Uint8Array | undefined>;
  /** Everything is checked before the first byte; each file is then the old or the new one, whatever happens. */
  change(
    place: FolderPath,
    change: { readonly write?: readonly FolderContent[]; readonly remove?: readonly string[] },
  ): Promise<void>;
}

/** The six views of the activity bar container. */
export type ViewId =
  | "fairlead.projects"
  | "fairlead.servers"
  | "fairlead.skills"
  | "fairlead.deployments"
  | "fairlead.registry"
  | "fairlead.account";

/** Settings, parsed; only user values count for those of application scope. */
export interface EditorSettings {
  readonly maxTools: number;
  readonly refreshSeconds: number;
}

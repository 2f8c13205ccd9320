/** As much of a schema as is needed where it is only asked: `zod` and `zod/mini` both make them. */
export interface MessageSchema<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly error: SchemaError };
}

interface SchemaError {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** How the host speaks to its page. */
export interface WebviewHandle<Told> {
  /** Says it to the page; lost where that is hidden. */
  tell(message: Told): void;
  /** What stands on the tab. */
  title(text: string): void;
}

/** The host of one page. It sends nothing before the page has said that it is ready. */
export interface WebviewController<Said> {
  /** Every message of the page, parsed. */
  hear(said: Said): void;
  /** Nobody sees the page any more, and it may be gone: seen again, it says that it is ready. */
  hide(): void;
  dispose(): void;
}

/** A kind of panel: what its pages are of, what they may say, and what answers them. */
export interface PanelKind<Subject, Said, Told> {
  /** As VS Code knows it; the last part names the files of the page. */
  readonly type: `fairlead.${string}`;
  readonly subject: MessageSchema<Subject>;
  readonly says: MessageSchema<Said>;
  /** A codicon's name, for the tab. */
  readonly icon: string;
  /** Before the host gives it a better one. */
  readonly title: (subject: Subject) => string;
  /** The same for subjects that are shown by the same panel. */
  readonly key: (subject: Subject) => string;
  readonly open: (subject: Subject, door: WebviewHandle<Told>) => WebviewController<Said>;
}

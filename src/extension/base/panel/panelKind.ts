/** The part of a schema that panels need; schemas of `zod` and of `zod/mini` have it. */
export interface MessageSchema<T> {
  safeParse(
    value: unknown,
  ): { readonly success: true; readonly data: T } | { readonly success: false; readonly error: SchemaError };
}

interface SchemaError {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** The page of a panel, as its controller uses it. */
export interface WebviewHandle<ToWebview> {
  /** Posts a message to the page. A hidden page does not get it. */
  post(message: ToWebview): void;
  /** Sets the title of the tab. */
  setTitle(text: string): void;
  /** Closes the tab. */
  close(): void;
}

/** The extension's side of one page. It posts nothing before the page has posted `ready`. */
export interface WebviewController<FromWebview> {
  /** Gets every message of the page, parsed. */
  onMessage(message: FromWebview): void;
  /** The panel is hidden and VS Code may discard the page. When it is visible again, the page posts `ready`. */
  hide(): void;
  dispose(): void;
}

/** A kind of panel: the subject of its pages, their messages, and their controller. */
export interface PanelKind<Subject, FromWebview, ToWebview> {
  /** The view type of VS Code; its last part names the files of the page. */
  readonly type: `fairlead.${string}`;
  readonly subject: MessageSchema<Subject>;
  readonly messageSchema: MessageSchema<FromWebview>;
  /** A codicon's name, for the tab. */
  readonly icon: string;
  /** The title until the controller sets another one. */
  readonly title: (subject: Subject) => string;
  /** Subjects with the same key share a panel. */
  readonly key: (subject: Subject) => string;
  readonly open: (subject: Subject, webview: WebviewHandle<ToWebview>) => WebviewController<FromWebview>;
}

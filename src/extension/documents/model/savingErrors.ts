interface Circumstances {
  readonly cause?: unknown;
  /** Zero-based. */
  readonly line?: number;
  /** The user cancelled. */
  readonly isCancellation?: boolean;
}

/** Why a document was not sent; its text stays unsaved. */
export class NotSavedError extends Error {
  override readonly name = "NotSavedError";
  readonly line: number | undefined;
  readonly isCancellation: boolean;

  constructor(message: string, { cause, line, isCancellation = false }: Circumstances = {}) {
    super(message, { cause });
    this.line = line;
    this.isCancellation = isCancellation;
  }
}

/** The settings cannot be read. */
export class UnreadableSettingsError extends Error {
  override readonly name = "UnreadableSettingsError";
}

interface Circumstances {
  readonly cause?: unknown;
  /** Zero-based. */
  readonly line?: number;
  /** The user cancelled. */
  readonly isWanted?: boolean;
}

/** Why a document was not sent; its text stays unsaved. */
export class NotSavedError extends Error {
  override readonly name = "NotSavedError";
  readonly line: number | undefined;
  readonly isWanted: boolean;

  constructor(message: string, { cause, line, isWanted = false }: Circumstances = {}) {
    super(message, { cause });
    this.line = line;
    this.isWanted = isWanted;
  }
}

/** The settings cannot be read. */
export class UnreadableSettingsError extends Error {
  override readonly name = "UnreadableSettingsError";
}

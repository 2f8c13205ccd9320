interface Circumstances {
  readonly cause?: unknown;
  /** Where it is wrong; counts from 0. */
  readonly line?: number;
  /** The user wanted it so. */
  readonly isWanted?: boolean;
}

/** Why a document was not sent; it stays as it was written. */
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

/** These settings cannot be read now. */
export class UnreadableSettingsError extends Error {
  override readonly name = "UnreadableSettingsError";
}

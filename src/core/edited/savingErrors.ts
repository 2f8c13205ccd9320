/** Why a document was not sent; it stays as it was written. */
export class NotSavedError extends Error {
  override readonly name = "NotSavedError";
}

/** These settings cannot be read now. */
export class UnreadableSettingsError extends Error {
  override readonly name = "UnreadableSettingsError";
}

/** Failures are told apart by name: the client is another bundle, so its classes are not ours. */
export function hasName(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Someone gave up, which is an answer and nothing to show. */
export function isAborted(error: unknown): boolean {
  return hasName(error, "AbortedError", "AbortError", "Canceled");
}

/** The key was missing, wrong, deleted or expired. */
export function isUnauthorized(error: unknown): boolean {
  return hasName(error, "UnauthorizedError");
}

export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim() || "It failed without a reason.";
}

/** The packages of a server cannot be installed; the message has the reason and what to do. */
export class DependencyError extends Error {
  override readonly name = "DependencyError";
}

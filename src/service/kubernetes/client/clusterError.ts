/** What is asked of a cluster cannot be done. The message says why, and contains no credential. */
export class ClusterError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ClusterError";
  }
}

/** The API refused a request (kind `Status` of the Kubernetes API). */
export class ClusterStatusError extends ClusterError {
  readonly status: number;
  /** A word for programs: `AlreadyExists`, `Expired`, `Forbidden`. */
  readonly reason: string;
  constructor(message: string, status: number, reason: string) {
    super(message);
    this.name = "ClusterStatusError";
    this.status = status;
    this.reason = reason;
  }
}

export const isNotFound = (error: unknown) => error instanceof ClusterStatusError && error.status === 404;

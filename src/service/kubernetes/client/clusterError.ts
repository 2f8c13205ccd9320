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
  constructor(message: string, status: number) {
    super(message);
    this.name = "ClusterStatusError";
    this.status = status;
  }
}

/** The client is in a bundle of its own, which has its own class of the error. */
export const isNotFound = (error: unknown) => error instanceof Error && "status" in error && error.status === 404;

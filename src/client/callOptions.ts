export const defaultDeadlineMs = 30_000;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For the whole call with its repetitions; 30 s unless said. */
  readonly deadlineMs?: number;
  /** The etag of what is changed as it was read. */
  readonly ifMatch?: string | undefined;
  /** A POST repeated under the same key takes effect once; a random one a call unless said. */
  readonly idempotencyKey?: string;
  readonly organizationId?: string;
}

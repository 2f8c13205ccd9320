/** Who did it, with the names of that time. */
export interface AuditActor {
  readonly kind: "apiKey" | "runtimeToken" | "grant" | "signIn" | "service" | "unknown";
  readonly user?: { readonly id: string; readonly name: string; readonly email: string | null };
  readonly key?: { readonly id: string; readonly name: string };
}

/** What it was done to. */
export interface AuditItem {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
}

/** An entry to write. It holds no secret and no value of a request. */
export interface AuditRecord {
  /** Whose owners and admins may read it; null: it is about the service as a whole. */
  readonly organizationId: string | null;
  readonly actor: AuditActor;
  /** The name of an operation, or of another act. */
  readonly action: string;
  readonly item?: AuditItem | undefined;
  /** The names of the fields of the request. */
  readonly fields?: readonly string[];
  readonly address?: string;
  readonly status?: number;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The list of who did what, which only grows, except for what is too old. */
export interface AuditLog {
  /** Writes an entry, in the running transaction if there is one. */
  record(record: AuditRecord): void;
  /** Writes an entry about what was refused. Repeats are counted, and written as one entry some minutes later. */
  recordRefusal(record: AuditRecord): void;
  /** Removes what is too old: now, and then once a day. */
  startExpiry(): void;
  close(): Promise<void>;
}

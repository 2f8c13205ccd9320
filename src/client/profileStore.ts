import type { DialectProfile } from "../contract/dialectProfile.ts";
import type { Evidence } from "../contract/evidence.ts";
import type { OperationName } from "../contract/operations.ts";
import type { UnknownRecord } from "../text/record.ts";
import type { ServiceClientOptions } from "./client.ts";

export interface ConnectOptions extends ServiceClientOptions {
  /** Undefined for a service of the contract. */
  readonly profileStore?: ProfileStore | undefined;
}

/** Stores what a connection has learned of its service's dialect. */
export interface ProfileStore {
  read(): DialectProfile;
  save(profile: DialectProfile): void;
  /** Remembers items as the service sent them, for questions about their values. They are not stored. */
  saveSample?(operation: OperationName, items: readonly UnknownRecord[]): void;
  /** Remembers an answer in which no list was recognised, for the question where it is. It is not stored. */
  saveUnread?(operation: OperationName, json: unknown): void;
  /** Replaces the evidence of an operation. */
  saveEvidence(operation: OperationName, evidence: Evidence): void;
}

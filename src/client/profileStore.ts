import type { DialectProfile } from "../contract/dialectProfile.ts";
import type { Evidence } from "../contract/evidence.ts";
import type { OperationName } from "../contract/operations.ts";
import type { UnknownRecord } from "../text/record.ts";
import type { ServiceClientOptions } from "./client.ts";

export interface ConnectOptions extends ServiceClientOptions {
  /** Undefined for a service of the contract. */
  readonly profileStore?: ProfileStore | undefined;
}

/** What the user says of a service before its first request. */
export interface ContactHints {
  /** Whether the user chose the profile's credential: then no other way to send the key is tried. */
  readonly isCredentialChosen: boolean;
  /** The service's OpenAPI document; undefined: it is looked for at the service. */
  readonly document: GivenDocument | undefined;
}

/** An OpenAPI document that the user has. */
export interface GivenDocument {
  /** Its URL, or the name of its file. */
  readonly address: string;
  readonly root: UnknownRecord;
}

/** Stores what a connection has learned of its service's dialect. */
export interface ProfileStore {
  readonly hints?: ContactHints | undefined;
  read(): DialectProfile;
  save(profile: DialectProfile): void;
  /** Remembers items as the service sent them, for questions about their values. They are not stored. */
  saveSample?(operation: OperationName, items: readonly UnknownRecord[]): void;
  /** Remembers an answer in which no list was recognised, for the question where it is. It is not stored. */
  saveUnread?(operation: OperationName, json: unknown): void;
  /** Replaces the evidence of an operation. */
  saveEvidence(operation: OperationName, evidence: Evidence): void;
}

import type { FailedTokenRequest } from "../../../../client/errors.ts";
import type { PromptBack } from "../../../base/ports.ts";
import type { ContactChoices } from "../../model/contactChoices.ts";

/** A question about a service that refused its first requests. */
export interface ContactQuestion {
  readonly title: string;
  /** The number of earlier prompts. */
  readonly steps: number;
  readonly host: string;
  readonly baseUrl: string;
  /** What the service answered; empty before its first answer. */
  readonly problem: string;
  /** The request for an access token that failed. */
  readonly tokenRequest: FailedTokenRequest | undefined;
}

/** The choices with the answer; undefined: cancelled. */
export type ContactAnswer = Promise<ContactChoices | PromptBack | undefined>;

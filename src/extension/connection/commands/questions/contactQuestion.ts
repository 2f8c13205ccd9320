import type { ContactRefusal, FailedTokenRequest } from "../../../../client/errors.ts";
import type { PromptBack } from "../../../base/ports.ts";
import type { ContactChoices } from "../../model/contactChoices.ts";

/** What is known after a refusal: by the service, or by the server of its access tokens. */
export interface KnownRefusal extends ContactRefusal {
  readonly tokenRequest?: FailedTokenRequest;
}

/** The refusal of a service that says nothing of the requests that it accepts. */
export const unexplainedRefusal: KnownRefusal = {
  tried: [],
  named: [],
  isBasicNamed: false,
  tokenEndpoint: undefined,
  tenant: undefined,
  header: undefined,
};

/** A question about a service that refused its first requests. */
export interface ContactQuestion {
  readonly title: string;
  /** The number of earlier prompts. */
  readonly steps: number;
  readonly host: string;
  readonly baseUrl: string;
  /** What the service answered; empty before its first answer. */
  readonly problem: string;
  readonly refusal: KnownRefusal;
}

/** The choices with the answer; undefined: cancelled. */
export type ContactAnswer = Promise<ContactChoices | PromptBack | undefined>;

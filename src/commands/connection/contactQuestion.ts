import type { ContactRefusal } from "../../client/errors.ts";
import type { ContactChoices } from "../../core/connection/contactChoices.ts";
import type { PromptBack } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";

export type ContactQuestionContext = Pick<App, "documents" | "fetchText" | "log" | "messages" | "progress" | "prompts">;

/** A question about a service that refused its first requests. */
export interface ContactQuestion {
  readonly title: string;
  /** The number of earlier prompts. */
  readonly steps: number;
  readonly host: string;
  readonly baseUrl: string;
  /** What the service answered. */
  readonly problem: string;
  readonly refusal: ContactRefusal;
}

/** The choices with the answer; undefined: cancelled. */
export type ContactAnswer = Promise<ContactChoices | PromptBack | undefined>;

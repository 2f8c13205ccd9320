import { endSentence } from "../../../../text/language/endSentence.ts";

/**
 * The model sent no usable response, or the agent that uses it has no result. The message names the failure, the model or agent and
 * the next step, and never contains the key.
 */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
}

/** Advice by HTTP status. */
const advice: Readonly<Record<number, string>> = {
  400: "Check the name of the model, and that it supports chat completions with tools.",
  401: "Check the key of the model.",
  402: "Check what the account of the model can still spend.",
  403: "Check what the key of the model can do.",
  404: "Check the URL and the name of the model.",
  413: "The request is too large for the model. Use smaller files in the case.",
  429: "Wait, or raise the limit of the account.",
};

/** Formats a model's host for messages, without path, query and user, which may contain secrets. */
export function formatModelAddress(name: string, url: URL): string {
  return `The model "${name}" at ${url.host}`;
}

export function formatModelRefusal(label: string, status: number, errorText: string | undefined): string {
  const errorNote = errorText === undefined ? "" : ` and the message: ${toSentence(errorText)}`;
  const nextStep = advice[status] ?? (status >= 500 ? "Its service has a problem: try again later." : "");
  return `${label} responded with ${status}${errorNote === "" ? "." : errorNote} ${nextStep}`.trim();
}

const toSentence = (text: string) => endSentence(text.replaceAll(/\s+/g, " ").trim().slice(0, 500));

/** The model gave no answer that can be used. Says what failed, on what, and what to do; never holds the key. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
}

/** What may be done about a status. */
const advice: Readonly<Record<number, string>> = {
  400: "Check the name of the model, and that it takes chat completions with tools.",
  401: "Check the key of the model.",
  402: "Check what the account of the model may still spend.",
  403: "Check what the key of the model may do.",
  404: "Check the URL and the name of the model.",
  413: "The request is too large for it: give the case smaller files.",
  429: "Wait, or raise the limit of the account.",
};

/** Where a model is, as messages name it: without path, query and user, which may hold what is secret. */
export function formatModelAddress(name: string, url: URL): string {
  return `The model "${name}" at ${url.host}`;
}

export function formatModelRefusal(who: string, status: number, said: string | undefined): string {
  const what = said === undefined ? "" : ` and said: ${sentence(said)}`;
  const then = advice[status] ?? (status >= 500 ? "Its service has a problem: try again later." : "");
  return `${who} answered ${status}${what === "" ? "." : what} ${then}`.trim();
}

function sentence(text: string): string {
  const short = text.replaceAll(/\s+/g, " ").trim().slice(0, 500);
  return /[.!?]$/.test(short) ? short : `${short}.`;
}

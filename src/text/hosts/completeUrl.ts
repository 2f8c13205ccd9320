import { isLoopbackHostname, isPrivateHostname } from "./isLoopbackHostname.ts";

/** Adds the scheme that a typed address lacks. A host of this machine or its network rarely has a certificate. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  const hostname = URL.parse(`http://${text}`)?.hostname ?? "";
  // A word alone may be anything.
  const isHost = /^[^/:]*[.:]/.test(text) || isLoopbackHostname(hostname);
  if (text.includes("://") || !isHost) return text;
  return `${isPrivateHostname(hostname) ? "http" : "https"}://${text}`;
}

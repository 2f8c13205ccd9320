import type { HttpResponse } from "./network/httpDispatchHandler.ts";
import type { HttpRequest } from "./transport.ts";

export type RedirectDecision =
  | { readonly kind: "none" }
  | { readonly kind: "follow"; readonly request: HttpRequest }
  /** `target` has neither query nor fragment: they may hold secrets. */
  | { readonly kind: "refuse"; readonly target: string; readonly reason: string };

const redirections = [301, 302, 303, 307, 308];

/** Reads follow within the origin they were sent to; a key never leaves it, and nothing is written twice. */
export function decideRedirect(request: HttpRequest, answer: HttpResponse): RedirectDecision {
  const { location } = answer.headers;
  if (!redirections.includes(answer.status) || !location) return { kind: "none" };
  const base = request.url;
  const url = URL.parse(location, base.href);
  if (!url) return { kind: "refuse", target: "an unusable address", reason: "" };
  const target = url.origin + url.pathname;
  if (url.origin !== base.origin) return { kind: "refuse", target, reason: "; the key was not sent there" };
  if (request.method !== "GET") return { kind: "refuse", target, reason: reasonOf(answer.status) };
  return { kind: "follow", request: { ...request, url } };
}

/** 303 is what some answer to a change that took effect (RFC 9110, section 15.4.4). */
function reasonOf(status: number): string {
  return `; only reads follow${status === 303 ? ", and the change may have taken effect: refresh to see it" : ""}`;
}

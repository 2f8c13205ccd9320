import { describeFailedCall } from "./errorMessages.ts";
import { type CallErrorContext, RedirectedError } from "./errors.ts";
import type { HttpResponse } from "./network/httpDispatchHandler.ts";
import { hasSecretInUrl, redactSecretTexts } from "./redaction.ts";
import type { HttpRequest } from "./transport.ts";

const mostRedirects = 5;

/** Sends a request, then the reads that the service redirects it to. */
export async function followRedirects(
  request: HttpRequest,
  send: (request: HttpRequest) => Promise<HttpResponse>,
  credentials: readonly string[],
  errorContext: CallErrorContext,
): Promise<HttpResponse> {
  const { operation, host } = errorContext;
  let current = request;
  for (let redirects = 0; ; redirects += 1) {
    if (hasSecretInUrl(current.url, credentials)) {
      const reason = "where the service points to holds the key, which belongs in no address: it was not asked for.";
      const message = `${describeFailedCall(operation, host)}: ${reason} Tell the service's operator.`;
      throw new RedirectedError(message, errorContext);
    }
    const response = await send(current);
    const decision = decideRedirect(current, response);
    if (decision.kind === "none") return response;
    if (decision.kind === "refuse" || redirects === mostRedirects) {
      const target = decision.kind === "refuse" ? decision.target + decision.reason : "one address after another";
      const redactedTarget = redactSecretTexts(target, credentials);
      const message = `${describeFailedCall(operation, host)}: it points to ${redactedTarget}. Use the URL of the service itself.`;
      const { status } = response;
      throw new RedirectedError(message, { ...errorContext, status, cause: `status ${status}` });
    }
    current = decision.request;
  }
}

export type RedirectDecision =
  | { readonly kind: "none" }
  | { readonly kind: "follow"; readonly request: HttpRequest }
  /** `target` has neither query nor fragment: they may hold secrets. */
  | { readonly kind: "refuse"; readonly target: string; readonly reason: string };

const redirectStatuses = [301, 302, 303, 307, 308];

/** Follows reads within their origin only: the key never leaves it, and no change is sent twice. */
export function decideRedirect(request: HttpRequest, response: HttpResponse): RedirectDecision {
  const { location } = response.headers;
  if (!redirectStatuses.includes(response.status) || !location) return { kind: "none" };
  const url = URL.parse(location, request.url.href);
  if (!url) return { kind: "refuse", target: "an unusable address", reason: "" };
  const target = url.origin + url.pathname;
  if (url.origin !== request.url.origin) return { kind: "refuse", target, reason: "; the key was not sent there" };
  if (request.method === "GET") return { kind: "follow", request: { ...request, url } };
  // Some services answer 303 to a change that took effect (RFC 9110, section 15.4.4).
  const advice = response.status === 303 ? ", and the change may have taken effect: refresh to see it" : "";
  return { kind: "refuse", target, reason: `; only reads follow${advice}` };
}

import * as l10n from "@vscode/l10n";
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
      const message = l10n.t`${describeFailedCall(operation, host)}: where the service points to holds the key, which belongs in no address: it was not asked for. Inform the service's operator.`;
      throw new RedirectedError(message, errorContext);
    }
    const response = await send(current);
    const decision = decideRedirect(current, response);
    if (decision.kind === "none") return response;
    if (decision.kind === "refuse" || redirects === mostRedirects) {
      const problem =
        decision.kind === "refuse"
          ? describeRefusal(decision.reason, redactSecretTexts(decision.target, credentials))
          : l10n.t("it points to one address after another. Use the URL of the service itself.");
      const { status } = response;
      const message = `${describeFailedCall(operation, host)}: ${problem}`;
      throw new RedirectedError(message, { ...errorContext, status, cause: `status ${status}` });
    }
    current = decision.request;
  }
}

export type RedirectDecision =
  | { readonly kind: "none" }
  | { readonly kind: "follow"; readonly request: HttpRequest }
  /** `target` has neither query nor fragment: they may hold secrets. */
  | { readonly kind: "refuse"; readonly target: string; readonly reason: RefusalReason };

type RefusalReason = "unusable" | "otherOrigin" | "change" | "doneChange";

const redirectStatuses = [301, 302, 303, 307, 308];

/** Follows reads within their origin only: the key never leaves it, and no change is sent twice. */
export function decideRedirect(request: HttpRequest, response: HttpResponse): RedirectDecision {
  const { location } = response.headers;
  if (!redirectStatuses.includes(response.status) || !location) return { kind: "none" };
  const url = URL.parse(location, request.url.href);
  if (!url) return { kind: "refuse", target: "", reason: "unusable" };
  const target = url.origin + url.pathname;
  if (url.origin !== request.url.origin) return { kind: "refuse", target, reason: "otherOrigin" };
  if (request.method === "GET") return { kind: "follow", request: { ...request, url } };
  // Some services answer 303 to a change that took effect (RFC 9110, section 15.4.4).
  return { kind: "refuse", target, reason: response.status === 303 ? "doneChange" : "change" };
}

function describeRefusal(reason: RefusalReason, target: string): string {
  switch (reason) {
    case "unusable":
      return l10n.t("it points to an unusable address. Use the URL of the service itself.");
    case "otherOrigin":
      return l10n.t`it points to ${target}; the key was not sent there. Use the URL of the service itself.`;
    case "change":
      return l10n.t`it points to ${target}; only reads follow. Use the URL of the service itself.`;
    case "doneChange":
      return l10n.t`it points to ${target}; only reads follow, and the change may have taken effect: refresh to see it. Use the URL of the service itself.`;
  }
}

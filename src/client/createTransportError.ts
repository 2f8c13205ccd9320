import * as l10n from "@vscode/l10n";
import { routeTable } from "../contract/routes/routeTable.ts";
import { describeFailedCall, formatWaitTime } from "./errorMessages.ts";
import {
  AbortedError,
  type ApiError,
  type CallErrorContext,
  NetworkError,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
import type { TransportFailure } from "./network/httpDispatchHandler.ts";
import { ProxySettingError } from "./network/proxy.ts";

interface Limits {
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

/** The named error of a request that ended without a response. */
export function createTransportError(
  errorContext: CallErrorContext,
  failure: TransportFailure,
  limits: Limits,
): ApiError {
  const failedCall = describeFailedCall(errorContext.operation, errorContext.host);
  const error = describeTransportFailure(failedCall, errorContext, failure, limits);
  const mayHaveTakenEffect = failure.sent && (failure.kind === "network" || failure.kind === "timeout");
  if (mayHaveTakenEffect && routeTable[errorContext.operation].method !== "GET") error.message += ` ${mayBeDone()}`;
  return error;
}

/** What the message of a change ends with that may have taken effect. */
export const mayBeDone = () => l10n.t("It may have been done all the same: refresh first.");

/** The named error whose message begins with what failed. */
export function describeTransportFailure(
  failedCall: string,
  errorContext: CallErrorContext,
  failure: TransportFailure,
  limits: Limits,
): ApiError {
  const facts = { ...errorContext, cause: failure.cause ?? failure };
  const { deadlineMs, maxBytes } = limits;
  switch (failure.kind) {
    case "aborted":
      return new AbortedError(l10n.t`${failedCall}: cancelled.`, facts);
    case "idle":
      return new TimeoutError(l10n.t`${failedCall}: the stream fell silent. Try again.`, facts);
    case "timeout": {
      const time = formatWaitTime(deadlineMs);
      const message = failure.sent
        ? l10n.t`${failedCall}: no complete answer within ${time}. Check that the service is well, then try again.`
        : l10n.t`${failedCall}: no connection within ${time}. Check that the service is well, then try again.`;
      return new TimeoutError(message, facts);
    }
    case "tooLarge":
      return new UnexpectedAnswerError(
        l10n.t`${failedCall}: the answer is larger than ${Math.floor(maxBytes / 2 ** 20)} MiB or has millions of values. Ask for less at a time.`,
        facts,
      );
    case "garbage":
      return new UnexpectedAnswerError(
        l10n.t`${failedCall}: it does not answer in HTTP. Is this the right URL and port?`,
        facts,
      );
    case "network":
      return createNetworkError(failedCall, facts, failure.cause);
  }
}

function createNetworkError(failedCall: string, facts: CallErrorContext, cause: unknown): NetworkError {
  return new NetworkError(`${failedCall}: ${describeNetworkFailure(cause)}`, { ...facts, code: readErrorCode(cause) });
}

/** Why no response came over the network, and what to do: the end of a sentence. */
export function describeNetworkFailure(cause: unknown): string {
  return cause instanceof ProxySettingError ? cause.message : describeReason(readErrorCode(cause), cause);
}

/** The code of an error or of its cause. */
function readErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && error.code !== "") return error.code;
  return readErrorCode(error.cause);
}

const lost = l10n.t("the connection was closed before the whole answer came. Try again.");
const unreachable = l10n.t("the network does not reach it. Check the connection, VPN and proxy.");
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: l10n.t("nothing listens there. Check the URL, and that the service runs."),
  ENOTFOUND: l10n.t("the host name is not known. Check the URL and the network."),
  EAI_AGAIN: l10n.t("the host name could not be looked up. Check the network."),
  ECONNRESET: lost,
  EPIPE: lost,
  UND_ERR_SOCKET: lost,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: lost,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  UND_ERR_HEADERS_OVERFLOW: l10n.t("its answer's header is too large. Is this the right URL?"),
  UND_ERR_HEADERS_TIMEOUT: l10n.t("the proxy did not answer in time. Check http.proxy."),
  UND_ERR_PRX_CONN: l10n.t("the proxy could not be reached. Check http.proxy."),
  CERT_HAS_EXPIRED: l10n.t("its certificate has expired. Inform the service's operator."),
  ERR_TLS_CERT_ALTNAME_INVALID: l10n.t("its certificate is for another host name. Check the URL."),
};
const untrusted = l10n.t("its certificate is not trusted here. Add its authority to the system's certificates.");

function describeReason(code: string | undefined, cause: unknown): string {
  const knownReason = code === undefined ? undefined : reasons[code];
  if (knownReason) return knownReason;
  if (code && /CERT|ISSUER|UNABLE_TO_VERIFY/.test(code)) return untrusted;
  const text = cause instanceof Error ? cause.message : "";
  if (/\b407\b/.test(text)) return l10n.t("the proxy asks for a sign-in. Check http.proxyAuthorization.");
  if (/HTTP Tunneling/.test(text))
    return l10n.t("the proxy refused to connect to it. Check http.proxy and http.noProxy.");
  if (code && /^(ERR_SSL|EPROTO)/.test(code))
    return l10n.t("it does not speak TLS. Check whether the URL starts with http or https.");
  return l10n.t`the connection failed${code ? ` (${code})` : ""}. Check the URL, the network and the proxy.`;
}

import {
  InsufficientScopeError,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import * as l10n from "@vscode/l10n";
import { endSentence } from "../../text/language/endSentence.ts";
import { describeNetworkFailure } from "../createTransportError.ts";
import { formatWaitTime } from "../errorMessages.ts";
import { TransportFailure } from "../network/httpDispatchHandler.ts";

/** An MCP server could not be asked, or refused. The message says what failed and what to do. */
export class McpError extends Error {
  override readonly name = "McpError";
  /** The server has not processed the request, because it does not know the session (any more). */
  readonly isSessionLost: boolean;
  /** The server does not continue with the task, so its state need not be read again. */
  readonly isTaskLost: boolean;
  /** The server wants its user to log in. */
  readonly challenge: McpChallenge | undefined;

  constructor(message: string, options: McpErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.isSessionLost = options.isSessionLost ?? false;
    this.isTaskLost = options.isTaskLost ?? false;
    this.challenge = options.challenge;
  }
}

interface McpErrorOptions {
  readonly cause?: unknown;
  readonly isSessionLost?: boolean;
  readonly isTaskLost?: boolean;
  readonly challenge?: McpChallenge | undefined;
}

/** What a server says of its login when it refuses a request (RFC 9728); it may say nothing. */
export interface McpChallenge {
  readonly resourceMetadataUrl?: string | undefined;
  readonly scope?: string | undefined;
}

export interface McpFailureContext {
  readonly host: string;
  /** After this time without a response or progress, a call ends. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** That of the last refusal, where a login would be used. */
  readonly challenge?: McpChallenge | undefined;
}

/** The named error of a failed call. A cancelled one is an `AbortError`. */
export function createMcpError(error: unknown, context: McpFailureContext): Error {
  if (context.signal.aborted) return new DOMException("The call was cancelled.", "AbortError");
  if (error instanceof McpError) return error;
  const isSessionLost = error instanceof SdkHttpError && error.status === 404;
  const { challenge, host } = context;
  if (challenge && isUnauthorized(error))
    return new McpError(l10n.t`${host} wants you to sign in. Run "Connect to MCP Server" with its URL.`, {
      cause: error,
      challenge,
    });
  if (error instanceof InsufficientScopeError) return createScopeError(error, host);
  return new McpError(describeFailure(error, context), { cause: error, isSessionLost });
}

function createScopeError(error: InsufficientScopeError, host: string): McpError {
  const { requiredScope: scope, resourceMetadataUrl } = error;
  return new McpError(
    l10n.t`${host} wants a further permission for this: ${scope ?? l10n.t("it does not say which")}. Run "Connect to MCP Server" with its URL to grant it, then try again.`,
    { cause: error, challenge: { scope, resourceMetadataUrl: resourceMetadataUrl?.href } },
  );
}

const isUnauthorized = (error: unknown) =>
  error instanceof SdkHttpError ? error.status === 401 : error instanceof Error && error.name === "UnauthorizedError";

function describeFailure(error: unknown, context: McpFailureContext): string {
  const { host, timeoutMs } = context;
  const failure = findTransportFailure(error);
  if (failure) return describeTransport(failure, context);
  if (error instanceof SdkHttpError) return describeStatus(error.status, host);
  if (error instanceof ProtocolError) return describeProtocolError(error);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return l10n.t`${host} sent neither a result nor progress within ${formatWaitTime(timeoutMs)}. Check the server's log, then try again.`;
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed)
    return l10n.t`${host} closed the connection before the result came. Try again.`;
  if (error instanceof SdkError && error.code === SdkErrorCode.InputRequiredRoundsExceeded)
    return l10n.t`${host} asked for more again and again, without a result. Check the server's log.`;
  if (isUnauthorized(error)) return describeStatus(401, host);
  const reason = error instanceof Error ? error.message : String(error);
  return l10n.t`${host} sent a response that is not valid MCP: ${endSentence(reason.slice(0, 500))} Check that the URL is that of an MCP server.`;
}

/** The codes of a request that the server does not accept. Others, such as an internal error, have no cause in the arguments. */
const refusals: readonly number[] = [
  ProtocolErrorCode.InvalidRequest,
  ProtocolErrorCode.MethodNotFound,
  ProtocolErrorCode.InvalidParams,
  ProtocolErrorCode.ResourceNotFound,
];

function describeProtocolError({ code, message }: ProtocolError): string {
  return refusals.includes(code)
    ? l10n.t`The server refused the request: ${endSentence(message)} Check the arguments.`
    : l10n.t`The server reports an error: ${endSentence(message)} Check the server's log, then try again.`;
}

function findTransportFailure(error: unknown, depth = 0): TransportFailure | undefined {
  if (error instanceof TransportFailure) return error;
  return error instanceof Error && depth < 5 ? findTransportFailure(error.cause, depth + 1) : undefined;
}

function describeTransport(failure: TransportFailure, { host, timeoutMs, maxBytes }: McpFailureContext): string {
  switch (failure.kind) {
    case "timeout":
    case "idle":
      return l10n.t`${host} sent no complete response within ${formatWaitTime(timeoutMs)}. Check the server's log, then try again.`;
    case "tooLarge":
      return l10n.t`The response of ${host} is larger than ${Math.floor(maxBytes / 2 ** 20)} MB. Ask for less at a time.`;
    case "garbage":
      return l10n.t`${host} does not answer in HTTP. Check the URL and the port.`;
    case "aborted":
      return l10n.t`The connection to ${host} was closed. Try again.`;
    case "network":
      return l10n.t`${host} could not be reached: ${describeNetworkFailure(failure.cause)}`;
  }
}

function describeStatus(status: number, host: string): string {
  if (status === 401 || status === 403)
    return l10n.t`${host} refused the credentials (HTTP ${status}). Check the header or the rights of your key.`;
  if (status === 404)
    return l10n.t`${host} has no MCP server at this URL (HTTP 404). Check the URL, or deploy the server.`;
  if (status === 429) return l10n.t`${host} gets too many requests (HTTP 429). Try again later.`;
  return l10n.t`${host} answered with HTTP ${status}. Check the server's log, then try again.`;
}

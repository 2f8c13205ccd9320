import { refusedCredentialError } from "../../contract/mcp/upstreamExchange.ts";
import type { AccountTokens } from "../accounts/accountTokens.ts";
import type { JsonObject, ServerDefinition, ToolDefinition } from "../definition.ts";
import { type RuntimeEnvironment, readRuntimeSettings } from "../runtimeSettings.ts";
import { ToolError } from "../tools/codeTool.ts";
import { readAddedHeaders } from "./addedHeaders.ts";
import { type CallOutcome, readFailedOutcome } from "./callOutcome.ts";
import { createExchangeMask } from "./exchangeMask.ts";
import { createExchangeRecorder } from "./exchangeRecorder.ts";
import { resolveBaseUrl } from "./resolveBaseUrl.ts";
import { sendUpstreamRequest, type UpstreamResponse } from "./sendUpstreamRequest.ts";
import type { UpstreamCapture } from "./upstreamCapture.ts";
import {
  checkCredentialHosts,
  formatCredential,
  renewUpstreamCredentials,
  resolveUpstreamCredentials,
  type UpstreamCredential,
} from "./upstreamCredentials.ts";
import { UpstreamError } from "./upstreamError.ts";
import { createUpstreamRequest, type UpstreamRequest } from "./upstreamRequest.ts";

/** A request that the API answered. */
export interface UpstreamCall {
  readonly request: UpstreamRequest;
  readonly response: UpstreamResponse;
  /** What is secret of the request. */
  readonly credentials: readonly UpstreamCredential[];
}

interface CallOptions {
  readonly signal: AbortSignal;
  /** By default the server's setting. */
  readonly timeoutMs?: number;
  readonly statusOnly?: boolean;
  /** Gets the exchanges, or answers the request. */
  readonly upstream?: UpstreamCapture | undefined;
}

/** What an API caller needs beside the definition of the server. */
export interface ApiCallerParts {
  readonly environment: RuntimeEnvironment;
  readonly accounts: AccountTokens;
  /** Gets what calls meet that send the credential, or need none. */
  readonly onOutcome?: (outcome: CallOutcome) => void;
}

/** Sends the request of a tool to the API, with its credential. */
export type CallApi = (
  tool: Pick<ToolDefinition, "request">,
  input: JsonObject,
  options: CallOptions,
) => Promise<UpstreamCall>;

export function createApiCaller(
  definition: ServerDefinition,
  { environment, accounts, onOutcome = () => {} }: ApiCallerParts,
): CallApi {
  const { upstreamTimeoutMs, upstreamMaxBytes } = readRuntimeSettings(environment);
  const userAgent = `${definition.name}/${definition.version}`;
  const createMask = createExchangeMask(definition, environment);
  const isOpen = Object.keys(definition.api.security).length === 0;
  return async (tool, input, { signal, timeoutMs = upstreamTimeoutMs, statusOnly = false, upstream }) => {
    const base = resolveBaseUrl(definition.api, tool.request, environment);
    const limits = { timeoutMs, maxBytes: upstreamMaxBytes, signal, statusOnly };
    const added = readAddedHeaders(environment, base);
    const send = async (resolved: readonly UpstreamCredential[]): Promise<UpstreamCall> => {
      checkCredentialHosts(resolved, base, environment);
      const sent = [...resolved, ...added];
      const request = createUpstreamRequest(tool.request, { base, input, credentials: sent });
      const credentials = sent.filter(({ secret }) => secret !== undefined);
      if (!request.headers.has("User-Agent")) request.headers.set("User-Agent", userAgent);
      const credential = formatCredential(credentials);
      if (credential !== "" && upstream?.refused?.includes(credential))
        throw new ToolError(`${refusedCredentialError} ${credential}.`);
      const recorder = upstream && createExchangeRecorder(upstream, createMask(credentials), credential);
      const startedAt = performance.now();
      try {
        const response = recorder?.replay(request) ?? (await sendUpstreamRequest(request, limits));
        recorder?.record(request, response, startedAt);
        if (credentials.length > 0 || isOpen) onOutcome([401, 403].includes(response.status) ? "refuses" : "answers");
        return { request, credentials, response };
      } catch (error) {
        const outcome = readFailedOutcome(error);
        if (outcome) onOutcome(outcome);
        const reason = error instanceof UpstreamError ? { reason: error.reason } : {};
        const message = error instanceof Error ? error.message : String(error);
        recorder?.record(request, { error: message, ...reason }, startedAt);
        throw error;
      }
    };
    if (upstream?.recorded) return send([]);
    const source = { environment, accounts, signal };
    const { security } = tool.request;
    const { credentials: resolved, missing } = await resolveUpstreamCredentials(
      security,
      definition.api.security,
      source,
    );
    const createMissingError = () => new UpstreamError("credentialMissing", missing ?? "");
    if (missing !== undefined && upstream?.refused?.includes("")) throw createMissingError();
    // Only the API knows whether it takes calls without one.
    const first = await send(resolved);
    if (missing !== undefined && [401, 403].includes(first.response.status)) throw createMissingError();
    const renewed = first.response.status === 401 ? await renewUpstreamCredentials(resolved, source) : undefined;
    return renewed ? await send(renewed) : first;
  };
}

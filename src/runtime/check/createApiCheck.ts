import type { AccountTokens } from "../accounts/accountTokens.ts";
import type { ServerDefinition } from "../definition.ts";
import { type RuntimeEnvironment, readRuntimeSettings } from "../runtimeSettings.ts";
import { createApiCaller } from "../upstream/callApi.ts";
import { UpstreamError } from "../upstream/upstreamError.ts";
import type { ApiCheckResult } from "./apiCheckResult.ts";

/** Sends one harmless request to the API. It counts as no call of a tool, and the answer's body is not read. */
export type ApiCheck = () => Promise<ApiCheckResult>;

const longestMs = 10_000;

/** Returns undefined if the definition names no tool for the check. */
export function createApiCheck(
  definition: ServerDefinition,
  environment: RuntimeEnvironment,
  accounts: AccountTokens,
): ApiCheck | undefined {
  const tool = definition.tools.find(({ name }) => name === definition.check);
  if (!tool) return undefined;
  const request = `${tool.request.method} ${tool.request.path}`;
  if (environment.API_CHECK?.trim().toLowerCase() === "off")
    return async () => ({ request, variables: [], outcome: { kind: "off" } });
  const callApi = createApiCaller(definition, { environment, accounts });
  const timeoutMs = Math.min(readRuntimeSettings(environment).upstreamTimeoutMs, longestMs);
  const send = async (): Promise<ApiCheckResult> => {
    try {
      const signal = new AbortController().signal;
      const call = await callApi(tool, {}, { signal, timeoutMs, statusOnly: true });
      const { status } = call.response;
      const variables = [...new Set(call.credentials.flatMap((credential) => credential.variables))];
      return { request, variables, outcome: { kind: "answered", host: call.request.url.host, status } };
    } catch (error) {
      const kind = error instanceof UpstreamError ? error.reason : "failed";
      return {
        request,
        variables: [],
        outcome: { kind, message: error instanceof Error ? error.message : String(error) },
      };
    }
  };
  return shareRunning(send);
}

/** Requests that come while one is under way get its answer, so that they add no load to the API. */
function shareRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

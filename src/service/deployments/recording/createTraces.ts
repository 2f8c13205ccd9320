import { type RecordedCall, upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import type { CallTrace } from "../../../contract/routes/recordingRoutes.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { createTraceMask } from "./traceMask.ts";

/** A request that the gateway forwarded, and its response. */
export interface RecordedRequest extends Pick<CallTrace, "at" | "ms" | "bytes" | "client" | "keyName"> {
  /** The calls of tools in the request. */
  readonly calls: readonly UnknownRecord[];
  /** Whether the request was too large, so that the calls have no arguments. */
  readonly isCut: boolean;
  /** undefined: the response was too large. */
  readonly responses: readonly UnknownRecord[] | undefined;
  /** Why there is no response. */
  readonly failure: string | undefined;
  /** undefined: the server does not show what it exchanges with its API. */
  readonly recorded: readonly RecordedCall[] | undefined;
}

export type NewTrace = Omit<CallTrace, "sequence">;

/** The traces of a request's calls, with secrets masked. */
export function createTraces(request: RecordedRequest, maskServerSecrets: (text: string) => string): NewTrace[] {
  return request.calls.map((call) => createTrace(request, call, maskServerSecrets));
}

function createTrace(
  { responses, recorded, failure, isCut, calls: _, ...facts }: RecordedRequest,
  call: UnknownRecord,
  maskServerSecrets: (text: string) => string,
): NewTrace {
  const params = isRecord(call.params) ? call.params : {};
  const response = responses?.find(({ id, method }) => id === call.id && method === undefined);
  const result = isRecord(response?.result) ? omitExchanges(response.result) : undefined;
  const exchanges = recorded?.find(({ id }) => id === call.id)?.exchanges;
  const bodies = (exchanges ?? []).flatMap(({ requestBody, responseBody }) => [requestBody?.text, responseBody?.text]);
  const mask = createTraceMask(maskServerSecrets, [params.arguments, result, ...bodies]);
  const error = formatRpcError(response?.error) ?? (result ? undefined : failure);
  const isFailed = result ? result.isError === true : error !== undefined;
  return {
    ...facts,
    tool: typeof params.name === "string" ? params.name : null,
    state: isFailed ? "failed" : result ? "succeeded" : "unknown",
    ...(!isCut && { arguments: JSON.stringify(mask.value(params.arguments ?? {})) }),
    ...(result && { result: JSON.stringify(mask.value(result)) }),
    ...(error !== undefined && { error: mask.text(error) }),
    ...(exchanges && { exchanges: exchanges.map(mask.exchange) }),
    omitted: [
      ...(isCut ? (["arguments"] as const) : []),
      ...(responses ? [] : (["result"] as const)),
      ...(exchanges ? [] : (["exchanges"] as const)),
    ],
  };
}

/** The caller of the tool asked for the exchanges too. */
function omitExchanges(result: UnknownRecord): UnknownRecord {
  if (!isRecord(result._meta)) return result;
  const { [upstreamProtocol.exchanges]: _, [upstreamProtocol.unmatched]: __, ...meta } = result._meta;
  return { ...result, _meta: meta };
}

function formatRpcError(error: unknown): string | undefined {
  if (!isRecord(error)) return undefined;
  return `${String(error.message)} (${String(error.code)})`;
}

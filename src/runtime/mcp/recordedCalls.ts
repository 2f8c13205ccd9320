import { type RecordedCall, upstreamProtocol } from "../../contract/mcp/upstreamExchange.ts";
import { isFromOtherOrigin } from "../http/hostGuard.ts";

/** The exchanges of recorded calls, until the gateway reads them. */
export interface RecordedCalls {
  /** Adds a call at its start: of one that is cancelled, the gateway reads what there is. */
  add(record: string, call: RecordedCall): void;
  /** The answer to the gateway, which reads each record once. */
  respond(request: Request): Response;
}

/** More than the gateway records at the same time. */
const mostRecords = 100;

export function createRecordedCalls(): RecordedCalls {
  const records = new Map<string, RecordedCall[]>();
  return {
    add: (record, call) => {
      const [oldest] = records.keys();
      if (records.size >= mostRecords && oldest !== undefined) records.delete(oldest);
      records.set(record, [...(records.get(record) ?? []), call]);
    },
    respond: (request) => {
      if (isFromOtherOrigin(request)) return Response.json({ error: "Pages read no recorded calls." }, { status: 403 });
      const record = request.headers.get(upstreamProtocol.record) ?? "";
      const calls = records.get(record) ?? [];
      records.delete(record);
      return Response.json({ calls });
    },
  };
}

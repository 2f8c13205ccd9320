import type { RecordedAnswer, UpstreamExchange } from "../../contract/mcp/upstreamExchange.ts";

/** What one call of a tool exchanges with its API, for a caller who may see it. */
export interface UpstreamCapture {
  readonly exchanges: UpstreamExchange[];
  /** The answers that stand for the API; undefined: the API is called. */
  readonly recorded?: readonly RecordedAnswer[];
  /** The credentials that are not sent, each as an exchange names it. */
  readonly refused?: readonly string[];
  /** Requests without a recorded answer. */
  readonly unmatched: string[];
}

import * as z from "zod/mini";

/**
 * How a request to a generated server asks for what it exchanges with its API. The server reads the fields of `_meta` only from a
 * request with the header `access`, which the gateway removes from the requests of clients and adds for those who may see exchanges.
 */
export const upstreamProtocol = {
  access: "Fairlead-Upstream",
  /** The header with which the gateway records the calls of a request. Its value names the record, which is read at `recordPath`. */
  record: "Fairlead-Record",
  recordPath: "/recorded-calls",
  /** In `_meta` of a call: `true` asks for the exchanges. */
  capture: "fairlead/capture",
  /** In `_meta` of a call: recorded answers. The call then sends nothing to the network. */
  replay: "fairlead/replay",
  /** In `_meta` of a call: the credentials that are not to be sent, each as an exchange names it. */
  refused: "fairlead/refused",
  /** In `_meta` of a result: the exchanges. In `_meta` of a listed tool: `true`, its calls can be captured and replayed. */
  exchanges: "fairlead/upstream",
  /** In `_meta` of a result: the requests without a recorded answer. */
  unmatched: "fairlead/unmatched",
} as const;

/** What replaces a secret. */
export const maskedValue = "***";

/** A longer body is cut, and cannot be replayed. */
export const longestCapturedBody = 64 * 1024;

const body = z.object({
  text: z.string(),
  /** The text is base64, because the body is no UTF-8. */
  isBase64: z.optional(z.boolean()),
  /** The size of the whole body in bytes, if the text is only its beginning. */
  cutFrom: z.optional(z.number()),
});
export type CapturedBody = z.output<typeof body>;

const headers = z.record(z.string(), z.string());

/** An HTTP request of a server to its API and the response, with secrets masked. */
export const upstreamExchangeSchema = z.object({
  // Parts of a command line that users copy.
  method: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  url: z.string().check(z.regex(/^https?:\/\//i)),
  requestHeaders: headers,
  requestBody: z.optional(body),
  /** The environment variables of the credential that was sent: `API_USER and API_PASSWORD`. */
  credential: z.optional(z.string()),
  /** undefined: there was no response, and `error` has the reason. */
  status: z.optional(z.number()),
  responseHeaders: headers,
  responseBody: z.optional(body),
  error: z.optional(z.string()),
  /** `unreachable` or `timeout`: why the API did not answer, if the server knows. */
  reason: z.optional(z.string()),
  ms: z.number(),
});
export type UpstreamExchange = z.output<typeof upstreamExchangeSchema>;

/** What the calls of one request exchanged with the API; `id` is that of the JSON-RPC request. Only calls whose exchanges can be seen. */
export const recordedCallsSchema = z.object({
  calls: z.array(z.object({ id: z.union([z.string(), z.number()]), exchanges: z.array(upstreamExchangeSchema) })),
});
export type RecordedCall = z.output<typeof recordedCallsSchema>["calls"][number];

/** An answer of an API that stands for the API when a test case runs. */
export const recordedAnswerSchema = z.object({
  method: z.string(),
  /** With the query: `/pets?limit=2`. `***` represents any text. */
  path: z.string(),
  body: z.optional(z.string()),
  status: z.number(),
  contentType: z.optional(z.string()),
  responseBody: z.optional(z.string()),
  isBase64: z.optional(z.boolean()),
});
export type RecordedAnswer = z.output<typeof recordedAnswerSchema>;

/** The error of a call that was not sent without a credential begins with it. */
export const missingCredentialError = "This operation needs a credential";

/** The error of a call that was not sent with a refused credential begins with it. */
export const refusedCredentialError = "Not called: the API refuses";

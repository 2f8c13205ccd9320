import type { Socket } from "node:net";
import { formatHttpResponse } from "../../../support/network/rawServer.ts";
import { type TransportFault, transportFaults } from "../../../support/network/transportFaults.ts";

/** A way in which a response fails, and the expected result of a call to Fairlead's own service. */
export interface Fault {
  readonly name: string;
  readonly answer: (socket: Socket) => unknown;
  readonly error: string;
  /** Whether an operation without a response body may count as successful. */
  readonly isFineForNothing?: true;
}

const errors: Readonly<Record<TransportFault, string>> = {
  "a reset": "NetworkError",
  "a close before the head": "NetworkError",
  "a truncated body": "NetworkError",
  "a stalled head": "TimeoutError",
  "a stalled body": "TimeoutError",
  "a slow drip": "TimeoutError",
  garbage: "UnexpectedAnswerError",
  "a web page": "UnexpectedAnswerError",
  "JSON of another shape": "UnexpectedAnswerError",
  "an empty answer": "UnexpectedAnswerError",
  "a body of 100 MB": "UnexpectedAnswerError",
  "a redirect to another origin": "RedirectedError",
};
const fineForNothing: readonly string[] = ["an empty answer", "JSON of another shape"];

const transport = Object.entries(errors).map(([name, error]): Fault => {
  // The keys of the table.
  const answer = transportFaults[name as TransportFault];
  return { name, answer, error, ...(fineForNothing.includes(name) && { isFineForNothing: true as const }) };
});

const say = (name: string, error: string, text: () => string | Buffer): Fault => {
  return { name, error, answer: (socket) => socket.write(text()) };
};

const refusals: Readonly<Record<number, string>> = {
  ...{ 401: "UnauthorizedError", 403: "ForbiddenError", 404: "NotFoundError", 409: "ConflictError", 412: "StaleError" },
  ...{ 413: "ServiceError", 422: "ServiceError", 500: "ServiceError", 502: "ServiceError", 503: "ServiceError" },
  504: "ServiceError",
};
const problem = { title: "No", detail: "It cannot be. Try again with less.", code: "no" };

/** Each status without a body and with a problem by RFC 9457. */
const http = Object.entries(refusals).flatMap(([status, error]): Fault[] => [
  say(`${status} without a word`, error, () => formatHttpResponse(Number(status), "")),
  say(`${status} with a problem`, error, () => formatHttpResponse(Number(status), problem)),
]);

const inTwoSeconds = () => {
  const [date, until] = [Date.now(), Date.now() + 2000].map((at) => new Date(at).toUTCString());
  return { date: String(date), "retry-after": String(until) };
};
const failed = { success: false, error: { message: "It failed. Try again later." } };
const plain = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const twice = "retry-after: 1\r\nretry-after: 2\r\ndate: x\r\ndate: y\r\ncontent-length: 0";
const switching = "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: odd\r\n\r\n";

/** Faults that occur in networks, most of them although no list names them. */
const oddities: readonly Fault[] = [
  say("429 for seconds", "RateLimitedError", () => formatHttpResponse(429, "", { "retry-after": "1" })),
  say("429 until a date", "RateLimitedError", () => formatHttpResponse(429, "", inTwoSeconds())),
  say("200 that says it failed", "UnexpectedAnswerError", () => formatHttpResponse(200, failed)),
  say("a header that comes twice", "ServiceError", () => `HTTP/1.1 503 No\r\n${twice}\r\n\r\n`),
  say("another protocol", "NetworkError", () => switching),
  say("redirects in a circle", "RedirectedError", () => formatHttpResponse(302, "", { location: "?again" })),
  say("a head of 1 MB", "NetworkError", () => `${plain}x-long: ${"x".repeat(2 ** 20)}\r\n\r\n`),
  say("JSON nested 100,000 deep", "UnexpectedAnswerError", () => formatHttpResponse(200, "[".repeat(1e5))),
  say("text that is no UTF-8", "UnexpectedAnswerError", () =>
    Buffer.from(`${plain}content-length: 14\r\n\r\n{"items":["\xff\xfe"`, "latin1"),
  ),
  say("two lengths", "NetworkError", () => `${plain}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
];

export const faults: readonly Fault[] = [...transport, ...http, ...oddities];

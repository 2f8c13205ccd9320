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

const refusals: readonly (readonly [number, string])[] = [
  [401, "UnauthorizedError"],
  [403, "ForbiddenError"],
  [404, "NotFoundError"],
  [409, "ConflictError"],
  [412, "StaleError"],
  [413, "ServiceError"],
  [422, "ServiceError"],
  [500, "ServiceError"],
  [502, "ServiceError"],
  [503, "ServiceError"],
  [504, "ServiceError"],
];

/** Each status without a body and with a problem by RFC 9457. */
const http = refusals.flatMap(([status, error]): Fault[] => [
  { name: `${status} without a word`, error, answer: (socket) => socket.write(formatHttpResponse(status, "")) },
  {
    name: `${status} with a problem`,
    error,
    answer: (socket) =>
      socket.write(
        formatHttpResponse(status, { title: "No", detail: "It cannot be. Try again with less.", code: "no" }),
      ),
  },
]);

const limited: readonly Fault[] = [
  {
    name: "429 for seconds",
    error: "RateLimitedError",
    answer: (socket) => socket.write(formatHttpResponse(429, "", { "retry-after": "1" })),
  },
  {
    name: "429 until a date",
    error: "RateLimitedError",
    answer: (socket) => {
      const [now, until] = [Date.now(), Date.now() + 2000].map((at) => new Date(at).toUTCString());
      socket.write(formatHttpResponse(429, "", { date: String(now), "retry-after": String(until) }));
    },
  },
  {
    name: "200 that says it failed",
    error: "UnexpectedAnswerError",
    answer: (socket) =>
      socket.write(formatHttpResponse(200, { success: false, error: { message: "It failed. Try again later." } })),
  },
];

const plain = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Faults that occur in networks although no list names them. */
const oddities: readonly Fault[] = [
  {
    name: "a header that comes twice",
    error: "ServiceError",
    answer: (socket) =>
      socket.write(
        "HTTP/1.1 503 No\r\nretry-after: 1\r\nretry-after: 2\r\ndate: x\r\ndate: y\r\ncontent-length: 0\r\n\r\n",
      ),
  },
  {
    name: "another protocol",
    error: "NetworkError",
    answer: (socket) => socket.write("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: odd\r\n\r\n"),
  },
  {
    name: "redirects in a circle",
    error: "RedirectedError",
    answer: (socket) => socket.write(formatHttpResponse(302, "", { location: "?again" })),
  },
  {
    name: "a head of 1 MB",
    error: "NetworkError",
    answer: (socket) => socket.write(`${plain}x-long: ${"x".repeat(2 ** 20)}\r\n\r\n`),
  },
  {
    name: "JSON nested 100,000 deep",
    error: "UnexpectedAnswerError",
    answer: (socket) => socket.write(formatHttpResponse(200, "[".repeat(1e5))),
  },
  {
    name: "text that is no UTF-8",
    error: "UnexpectedAnswerError",
    answer: (socket) => socket.write(Buffer.from(`${plain}content-length: 14\r\n\r\n{"items":["\xff\xfe"`, "latin1")),
  },
  {
    name: "two lengths",
    error: "NetworkError",
    answer: (socket) => socket.write(`${plain}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
  },
];

export const faults: readonly Fault[] = [...transport, ...http, ...limited, ...oddities];

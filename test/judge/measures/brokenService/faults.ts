import type { ResponseFault } from "../../../support/network/faultyProxy.ts";
import { formatHttpResponse } from "../../../support/network/rawServer.ts";
import { transportFaults } from "../../../support/network/transportFaults.ts";

const refused = (status: number, headers: Readonly<Record<string, string>> = {}): ResponseFault => {
  const problem = { type: "about:blank", title: `Refused with ${status}`, status, code: "refused" };
  return (socket) => socket.end(formatHttpResponse(status, problem, headers));
};

const statuses = [403, 404, 409, 412, 413, 422, 500, 502, 503, 504];
const later = (ms: number) => new Date(Date.now() + ms).toUTCString();

/** The faults of a service that serves lists. A rejected key is not a fault, because it leads to a sign-in. */
export const faults: Readonly<Record<string, ResponseFault>> = {
  ...transportFaults,
  ...Object.fromEntries(statuses.map((status) => [String(status), refused(status)])),
  "429 in seconds": refused(429, { "retry-after": "2" }),
  "429 with a date": (socket) => refused(429, { "retry-after": later(2_000) })(socket),
  "success: false": (socket) =>
    socket.end(formatHttpResponse(200, { success: false, error: { message: "Not today" } })),
};

/** A short fault. */
export const fewFaults = ["503"] as const;

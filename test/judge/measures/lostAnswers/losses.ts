import type { RequestFate } from "../../../support/network/interceptingProxy.ts";
import { formatHttpResponse } from "../../../support/network/rawServer.ts";
import type { Random } from "../../../support/simulated/conventions/random.ts";

/** The service acts on a request, and its answer never comes whole: cut anywhere, by an end or a reset, or nobody is left to take it. */
export function lostAfterwards(random: Random): RequestFate {
  if (random.chance(0.1)) return { kind: "overtaken" };
  return {
    kind: "acted",
    answered: (socket, answer) => {
      const piece = answer.subarray(0, random.int(0, answer.length - 1));
      if (piece.length === 0) socket.resetAndDestroy();
      else if (random.chance(0.5)) socket.end(piece);
      else socket.write(piece, () => socket.resetAndDestroy());
    },
  };
}

const denials: readonly [string, ...string[]] = [
  formatHttpResponse(500, ""),
  formatHttpResponse(502, ""),
  formatHttpResponse(503, ""),
  formatHttpResponse(504, ""),
  formatHttpResponse(408, ""),
  formatHttpResponse(425, ""),
  formatHttpResponse(503, { message: "Try again." }, { "retry-after": "0" }),
  formatHttpResponse(200, "<!doctype html><title>Sign in</title>", { "content-type": "text/html" }),
  formatHttpResponse(200, '{"id":'),
  formatHttpResponse(302, "", { location: "/elsewhere" }),
];

/** The service acts on a request, and something between tells of a failure that proves nothing. */
export function actedAndDenied(random: Random): RequestFate {
  const answer = random.pick(denials);
  return { kind: "acted", answered: (socket) => socket.write(answer) };
}

/** It never arrives: refused for now, or cut off on its way. */
export function lostBefore(random: Random): RequestFate {
  const refused = formatHttpResponse(429, "", { "retry-after": "0" });
  return {
    kind: "lost",
    instead: (socket) => (random.chance(0.5) ? socket.write(refused) : socket.resetAndDestroy()),
  };
}

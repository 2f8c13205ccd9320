import type { Random } from "../../../support/createRandom.ts";
import type { RequestFate } from "../../../support/network/interceptingProxy.ts";
import { formatHttpResponse } from "../../../support/network/rawServer.ts";

/** The service acts on a request and its response is incomplete, because of an end, a reset or a missing receiver. */
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

/** The service acts on a request, and an intermediary returns a failure that proves nothing. */
export function actedAndDenied(random: Random): RequestFate {
  const answer = random.pick(denials);
  return { kind: "acted", answered: (socket) => socket.write(answer) };
}

/** The request does not arrive, because it is rejected for the moment or its connection breaks. */
export function lostBefore(random: Random): RequestFate {
  const refused = formatHttpResponse(429, "", { "retry-after": "0" });
  return {
    kind: "lost",
    instead: (socket) => (random.chance(0.5) ? socket.write(refused) : socket.resetAndDestroy()),
  };
}

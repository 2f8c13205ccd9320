import type { Fate } from "../../../support/network/interceptingProxy.ts";
import { httpAnswer } from "../../../support/network/rawServer.ts";
import type { Random } from "../../../support/simulated/conventions/random.ts";

/** The service acts on a request, and its answer never comes whole: cut anywhere, by an end or a reset, or nobody is left to take it. */
export function lostAfterwards(random: Random): Fate {
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
  httpAnswer(500, ""),
  httpAnswer(502, ""),
  httpAnswer(503, ""),
  httpAnswer(504, ""),
  httpAnswer(408, ""),
  httpAnswer(425, ""),
  httpAnswer(503, { message: "Try again." }, { "retry-after": "0" }),
  httpAnswer(200, "<!doctype html><title>Sign in</title>", { "content-type": "text/html" }),
  httpAnswer(200, '{"id":'),
  httpAnswer(302, "", { location: "/elsewhere" }),
];

/** The service acts on a request, and something between tells of a failure that proves nothing. */
export function actedAndDenied(random: Random): Fate {
  const answer = random.pick(denials);
  return { kind: "acted", answered: (socket) => socket.write(answer) };
}

/** It never arrives: refused for now, or cut off on its way. */
export function lostBefore(random: Random): Fate {
  const refused = httpAnswer(429, "", { "retry-after": "0" });
  return {
    kind: "lost",
    instead: (socket) => (random.chance(0.5) ? socket.write(refused) : socket.resetAndDestroy()),
  };
}

import type { Era, Exchanged } from "./protocolClient.ts";
import { firstLook } from "./requestWithinTime.ts";
import { NotRun } from "./runCheck.ts";
import type { Questioner } from "./targetClient.ts";

/** Which of the protocol's two ways a server goes. A server is free to go one of them; what it attempts must be right. */
export interface SpokenEras {
  /** The way to ask for tools: without a session where that works. */
  readonly best: Era;
  /** Throws `NotRun` for the way that a server declines while it goes the other. */
  require(era: Era): void;
}

const other = { "2026-07-28": "2025-11-25", "2025-11-25": "2026-07-28" } as const satisfies Record<Era, Era>;

export async function spokenEras(
  questioner: Questioner,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<SpokenEras> {
  const discover = (until: AbortSignal) => questioner.ask("2026-07-28", "server/discover", {}, until);
  const [modern, session] = await Promise.all([
    firstLook(discover, limitMs, signal).then(foundBy),
    firstLook(questioner.hello, limitMs, signal).then(foundBy),
  ]);
  questioner.takeSeen();
  const found = { "2026-07-28": modern, "2025-11-25": session };
  return {
    best: modern === "spoken" || session !== "spoken" ? "2026-07-28" : "2025-11-25",
    require: (era) => {
      if (found[era] !== "declined" || found[other[era]] !== "spoken") return;
      throw new NotRun(`The server does not speak ${era}; it speaks ${other[era]}, which is enough.`);
    },
  };
}

type Found = "spoken" | "declined" | "broken";

function foundBy(answer: Exchanged | undefined): Found {
  if (!answer) return "broken";
  if (answer.result) return "spoken";
  return answer.error !== undefined || (answer.status >= 400 && answer.status < 500) ? "declined" : "broken";
}

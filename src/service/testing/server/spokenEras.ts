import type { Era, Exchanged } from "./conversation.ts";
import { NotAsExpected, NotRun } from "./judged.ts";
import type { Questioner } from "./questioner.ts";

/** Which of the protocol's two ways a server goes. A server is free to go one of them; what it attempts must be right. */
export interface SpokenEras {
  /** The way to ask for tools: without a session where that works. */
  readonly best: Era;
  /** Throws `NotRun` for the way that a server declines while it goes the other. */
  require(era: Era): void;
}

const other = { "2026-07-28": "2025-11-25", "2025-11-25": "2026-07-28" } as const satisfies Record<Era, Era>;

export async function spokenEras(questioner: Questioner, signal: AbortSignal): Promise<SpokenEras> {
  const modern = await tried(() => questioner.ask("2026-07-28", "server/discover", {}, signal), signal);
  const session = await tried(() => questioner.hello(signal), signal);
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

async function tried(ask: () => Promise<Exchanged>, signal: AbortSignal): Promise<Found> {
  try {
    const { result, error, status } = await ask();
    if (result) return "spoken";
    return error !== undefined || (status >= 400 && status < 500) ? "declined" : "broken";
  } catch (error) {
    // Why it is broken is what its checks tell.
    if (signal.aborted || !(error instanceof NotAsExpected)) throw error;
    return "broken";
  }
}

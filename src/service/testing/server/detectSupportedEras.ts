import type { ProtocolEra, ProtocolResponse } from "./protocolClient.ts";
import { requestWithinTime } from "./requestWithinTime.ts";
import { CaseNotRunError } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

/** Which of the protocol's two ways a server goes. A server is free to go one of them; what it attempts must be right. */
export interface SupportedEras {
  /** The way to ask for tools: without a session where that works. */
  readonly best: ProtocolEra;
  /** Throws `NotRun` for the way that a server declines while it goes the other. */
  require(era: ProtocolEra): void;
}

const other = { "2026-07-28": "2025-11-25", "2025-11-25": "2026-07-28" } as const satisfies Record<
  ProtocolEra,
  ProtocolEra
>;

export async function detectSupportedEras(
  questioner: TargetClient,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<SupportedEras> {
  const discover = (until: AbortSignal) => questioner.ask("2026-07-28", "server/discover", {}, until);
  const [modern, session] = await Promise.all([
    requestWithinTime(discover, limitMs, signal).then(foundBy),
    requestWithinTime(questioner.hello, limitMs, signal).then(foundBy),
  ]);
  questioner.takeSeen();
  const found = { "2026-07-28": modern, "2025-11-25": session };
  return {
    best: modern === "spoken" || session !== "spoken" ? "2026-07-28" : "2025-11-25",
    require: (era) => {
      if (found[era] !== "declined" || found[other[era]] !== "spoken") return;
      throw new CaseNotRunError(`The server does not speak ${era}; it speaks ${other[era]}, which is enough.`);
    },
  };
}

type Found = "spoken" | "declined" | "broken";

function foundBy(answer: ProtocolResponse | undefined): Found {
  if (!answer) return "broken";
  if (answer.result) return "spoken";
  return answer.error !== undefined || (answer.status >= 400 && answer.status < 500) ? "declined" : "broken";
}

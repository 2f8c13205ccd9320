import type { ProtocolEra, ProtocolResponse } from "./protocolClient.ts";
import { CaseNotRunError, UnexpectedResultError } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

/** The protocol eras that a server supports. One of them is enough, but a supported one must work. */
export interface SupportedEras {
  /** The era for calling tools: without sessions if supported. */
  readonly best: ProtocolEra;
  /** Throws `CaseNotRunError` for an era that the server rejects while it supports the other one. */
  require(era: ProtocolEra): void;
}

const otherEra = { "2026-07-28": "2025-11-25", "2025-11-25": "2026-07-28" } as const satisfies Record<
  ProtocolEra,
  ProtocolEra
>;

export async function detectSupportedEras(
  client: TargetClient,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<SupportedEras> {
  const discover = (stopSignal: AbortSignal) => client.request("2026-07-28", "server/discover", {}, stopSignal);
  const [modern, session] = await Promise.all([
    requestWithinTime(discover, limitMs, signal).then(toEraSupport),
    requestWithinTime(client.requestInitialize, limitMs, signal).then(toEraSupport),
  ]);
  client.takeTranscript();
  const support = { "2026-07-28": modern, "2025-11-25": session };
  return {
    best: modern === "spoken" || session !== "spoken" ? "2026-07-28" : "2025-11-25",
    require: (era) => {
      if (support[era] !== "declined" || support[otherEra[era]] !== "spoken") return;
      throw new CaseNotRunError(
        `The server does not support ${era}, but it supports ${otherEra[era]}, which is enough.`,
      );
    },
  };
}

type EraSupport = "spoken" | "declined" | "broken";

function toEraSupport(response: ProtocolResponse | undefined): EraSupport {
  if (!response) return "broken";
  if (response.result) return "spoken";
  return response.error !== undefined || (response.status >= 400 && response.status < 500) ? "declined" : "broken";
}

/** Requests before the first case only determine the list of cases, so a silent server must not block the run. */
const maxMs = 30_000;

/** Sends one request. Returns `undefined` without a valid response in time; the cases repeat the request and report the reason. */
export async function requestWithinTime<T>(
  send: (signal: AbortSignal) => Promise<T>,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), Math.min(limitMs ?? maxMs, maxMs));
  try {
    return await send(AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.signal.aborted || error instanceof UnexpectedResultError || error instanceof CaseNotRunError)
      return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isOwnProcess } from "../text/isOwnProcess.ts";
import { isRecord } from "../text/record.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import { sendHttp } from "./sendHttp.ts";

/** Why a message cannot be passed on. The text is for the user of the agent. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
}

/** Where the server is, and the token for it. */
export interface ServerAccess {
  readonly url: string;
  readonly token: string;
}

interface BridgeAccess {
  /** Waits for a service that is starting again. */
  read(signal: AbortSignal): Promise<ServerAccess>;
  /** The token was refused, or the service is no longer there: the next reading asks again. */
  clear(): void;
}

/** A service that starts again needs a second, on a busy machine ten; a client waits longer than this for its first answer. */
const startMs = 20_000;
const pollMs = 200;
/** A token is renewed this long before it ends. */
const marginMs = 60_000;

const notRunning =
  "The local service of Fairlead is not running. Open VS Code with Fairlead, which starts it, then try again.";

/** Finds the service by the file in its data folder, and gets a token for the server of the grant. Waits for it as long as `waitMs`. */
export function createBridgeAccess(dataFolder: string, grantId: string, waitMs = startMs): BridgeAccess {
  let current: { readonly access: Promise<ServerAccess>; readonly until: number } | undefined;
  const request = async (): Promise<ServerAccess> => {
    const { until, ...access } = await waitForToken(dataFolder, grantId, waitMs);
    if (current) current = { ...current, until: until - marginMs };
    return access;
  };
  return {
    read: async (signal) => {
      if (!current || Date.now() > current.until) {
        const access = request();
        current = { access, until: Number.POSITIVE_INFINITY };
        access.catch(() => {
          current = undefined;
        });
      }
      const { access } = current;
      signal.throwIfAborted();
      return access;
    },
    clear: () => {
      current = undefined;
    },
  };
}

type TimedAccess = ServerAccess & { readonly until: number };

async function waitForToken(dataFolder: string, grantId: string, waitMs: number): Promise<TimedAccess> {
  for (const end = Date.now() + waitMs; ; ) {
    const access = await requestToken(dataFolder, grantId);
    if (access) return access;
    if (Date.now() >= end) throw new BridgeError(notRunning);
    await pause(pollMs);
  }
}

/** undefined: the service does not run, or does not answer yet. */
async function requestToken(dataFolder: string, grantId: string): Promise<TimedAccess | undefined> {
  const service = readServiceFile(dataFolder);
  if (!service) return undefined;
  const response = await sendHttp(new URL("/local/grants/token", service.url), {
    method: "POST",
    headers: { Authorization: `Bearer ${service.control}`, "Content-Type": "application/json" },
    body: JSON.stringify({ grantId }),
    signal: AbortSignal.timeout(startMs),
  }).catch(() => undefined);
  // Another program has the port, or the service is stopping.
  if (!response || response.status === 401 || response.status >= 500) return undefined;
  const body = tryParseJson(await response.text());
  const { accessToken, expiresAt, url, detail } = isRecord(body) ? body : {};
  if (typeof accessToken === "string" && typeof url === "string")
    return { token: accessToken, url, until: typeof expiresAt === "string" ? Date.parse(expiresAt) : Date.now() };
  const reason = typeof detail === "string" ? detail : `The service answered ${response.status}.`;
  throw new BridgeError(response.status === 409 ? reason : `${reason} Use the server again in VS Code: "Use In...".`);
}

function readServiceFile(dataFolder: string): { readonly url: string; readonly control: string } | undefined {
  try {
    const file = tryParseJson(readFileSync(join(dataFolder, "service.json"), "utf8"));
    const { url, control, pid } = isRecord(file) ? file : {};
    if (typeof url !== "string" || typeof control !== "string" || typeof pid !== "number") return undefined;
    return isOwnProcess(pid) ? { url, control } : undefined;
  } catch {
    return undefined;
  }
}

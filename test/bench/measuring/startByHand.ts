import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { LoadRequest } from "./rate.ts";

type RepeatedRequest = Omit<LoadRequest, "url">;

/** Starts a server in a folder, as a user with a shell does. It listens at this port. */
export function startByHand(folder: string, entry: string, port: number): ChildProcess {
  const env = { PORT: String(port), HOST: "127.0.0.1" };
  return spawn(process.execPath, [join(folder, entry)], { cwd: folder, env, stdio: "ignore" });
}

/** Sends the request without any delay until the server at this port of the machine answers. */
export async function waitUntilServing(port: number, { headers, body = "" }: RepeatedRequest): Promise<LoadRequest> {
  const url = `http://127.0.0.1:${port}/mcp`;
  const send = async () => {
    const answer = await fetch(url, { method: "POST", headers, body });
    await answer.text();
    return answer;
  };
  // fetch throws while the server does not listen.
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer?.ok) return { url, headers, body };
    if (answer) throw new Error(`${url} answered ${answer.status}.`);
    await wait(2);
  }
}

import { hasSandbox } from "../../support/service/machineSandbox.ts";
import type { GatedServer } from "../gatedServer.ts";
import type { OpenWindow } from "../window.ts";

/** Lets a confined server connect to its gate, in the notification that it may not. A server without a sandbox may connect anyway. */
export async function allowGate(window: OpenWindow, serverName: string, { host }: GatedServer): Promise<void> {
  if (!hasSandbox) return;
  const notice = new RegExp(`${serverName}: the server may not connect to ${host}, because the host is not allowed\\.`);
  await window.messages.waitFor(notice);
  await window.messages.answer(notice, `Allow ${host}`);
}

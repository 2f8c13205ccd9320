import * as z from "zod";
import type { ControlApi } from "../../../src/service/control/controlRoutes.ts";

/** The control API of a service in a test. */
export const testControl: ControlApi = {
  control: "test-control",
  acquireLease: () => () => {},
  readUse: () => ({ windows: 0, isUsedByAgents: false }),
  stop: () => {},
};

/** Deletes an archived item as the editor does. */
export async function deleteArchived(url: string, id: string): Promise<void> {
  const response = await fetch(`${url}/local/delete`, {
    method: "POST",
    headers: { Authorization: `Bearer ${testControl.control}`, "Content-Type": "application/json" },
    body: JSON.stringify({ id }),
  });
  if (response.status !== 204) throw new Error(`${response.status} ${await response.text()}`);
}

/** Gives an agent access to a server as the editor does. */
export async function createTestGrant(url: string, serverId: string, client: string): Promise<string> {
  const response = await fetch(`${url}/local/grants`, {
    method: "POST",
    headers: { Authorization: `Bearer ${testControl.control}`, "Content-Type": "application/json" },
    body: JSON.stringify({ serverId, client }),
  });
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

import * as z from "zod";
import type { ControlApi } from "../../../src/service/control/controlRoutes.ts";
import { sendWithToken } from "./sendWithToken.ts";

/** The control API of a service in a test. */
export const testControl: ControlApi = {
  control: "test-control",
  acquireLease: () => () => {},
  readUse: () => ({ windows: 0, isUsedByAgents: false }),
  stop: () => {},
};

/** Deletes an archived item as the editor does. */
export async function deleteArchived(url: string, id: string): Promise<void> {
  const response = await sendWithToken(`${url}/local/delete`, testControl.control, { body: { id } });
  if (response.status !== 204) throw new Error(`${response.status} ${await response.text()}`);
}

/** Gives an agent access to a server as the editor does. */
export async function createTestGrant(url: string, serverId: string, client: string): Promise<string> {
  const response = await sendWithToken(`${url}/local/grants`, testControl.control, { body: { serverId, client } });
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

import * as z from "zod";
import type { Memory } from "../../../base/ports.ts";

const entrySchema = z.object({
  connectionId: z.string(),
  serverId: z.string(),
  version: z.string(),
});
/** A deployment that the service is asked for only after the tests of its version. */
export type StartedDeployment = z.output<typeof entrySchema>;

const name = "startedDeployments";
const most = 20;

/** Those of this workspace, of which each server has one. */
export function openStartedDeployments(memory: Memory) {
  const list = (): readonly StartedDeployment[] => z.array(entrySchema).catch([]).parse(memory.read("workspace", name));
  const listOthers = ({ connectionId, serverId }: StartedDeployment) =>
    list().filter((one) => one.connectionId !== connectionId || one.serverId !== serverId);
  const remove = (deployment: StartedDeployment) => memory.write("workspace", name, listOthers(deployment));
  return {
    list,
    remove,
    /** Remembers the deployment during the work. A window that closes meanwhile leaves it to the next one. */
    during: async <T>(deployment: StartedDeployment, work: () => Promise<T>): Promise<T> => {
      await memory.write("workspace", name, [...listOthers(deployment), deployment].slice(-most));
      try {
        return await work();
      } finally {
        await remove(deployment);
      }
    },
  };
}

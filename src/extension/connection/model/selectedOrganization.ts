import * as z from "zod";
import type { Memory } from "../../base/ports.ts";

const selectedSchema = z.object({ id: z.string(), name: z.string() });

/** The organization that requests go to. */
export type SelectedOrganization = Readonly<z.output<typeof selectedSchema>>;

const nameFor = (connectionId: string) => `organization:${connectionId}`;

/** undefined: the key's own organization. */
export function readSelectedOrganization(memory: Memory, connectionId: string): SelectedOrganization | undefined {
  return selectedSchema.safeParse(memory.read("workspace", nameFor(connectionId))).data;
}

export function writeSelectedOrganization(
  memory: Memory,
  connectionId: string,
  organization: SelectedOrganization | undefined,
): Promise<void> {
  const { id, name } = organization ?? {};
  return memory.write("workspace", nameFor(connectionId), organization && { id, name });
}

import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";

const targetSchema = z.object({
  connectionId: z.string(),
  /** undefined: the projects of the same names. */
  projectId: z.string().optional(),
});

/** Where the last copy from a connection went. */
export type RememberedTarget = Readonly<z.output<typeof targetSchema>>;

const nameFor = (source: string) => `copy:${source}`;

/** `source`: the scope of the connection, see `Connections.scope`. */
export function readRememberedTarget(memory: Memory, source: string): RememberedTarget | undefined {
  return targetSchema.safeParse(memory.read("user", nameFor(source))).data;
}

export function writeRememberedTarget(memory: Memory, source: string, target: RememberedTarget): Promise<void> {
  return memory.write("user", nameFor(source), target);
}

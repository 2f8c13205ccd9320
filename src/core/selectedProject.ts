import * as z from "zod";
import type { Memory } from "./ports.ts";

const selectedSchema = z.object({ id: z.string(), name: z.string() });

/** The project that servers and deployments are narrowed to. */
export type SelectedProject = Readonly<z.output<typeof selectedSchema>>;

const nameFor = (connectionId: string) => `project:${connectionId}`;

/** undefined: all projects. */
export function readSelectedProject(memory: Memory, connectionId: string): SelectedProject | undefined {
  return selectedSchema.safeParse(memory.read("workspace", nameFor(connectionId))).data;
}

export function writeSelectedProject(
  memory: Memory,
  connectionId: string,
  project: SelectedProject | undefined,
): Promise<void> {
  return memory.write("workspace", nameFor(connectionId), project && { id: project.id, name: project.name });
}

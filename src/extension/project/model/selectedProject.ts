import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import type { Connections } from "../../connection/model/connections.ts";

const selectedSchema = z.object({ id: z.string(), name: z.string() });

/** The project that filters servers and deployments. */
export type SelectedProject = Readonly<z.output<typeof selectedSchema>>;

/** The dependencies of reading the selected project. */
export interface ProjectScope {
  readonly memory: Memory;
  readonly connections: Pick<Connections, "scope">;
}

const nameFor = (scope: string) => `project:${scope}`;

/** undefined: all projects. `scope`: see `Connections.scope`. */
export function readSelectedProject(memory: Memory, scope: string): SelectedProject | undefined {
  return selectedSchema.safeParse(memory.read("workspace", nameFor(scope))).data;
}

/** The filter in requests for lists of servers and skills. */
export function readProjectFilter({ memory, connections }: ProjectScope): {
  readonly projectId?: string;
} {
  const projectId = readSelectedProject(memory, connections.scope() ?? "")?.id;
  return projectId === undefined ? {} : { projectId };
}

export function writeSelectedProject(
  memory: Memory,
  scope: string,
  project: SelectedProject | undefined,
): Promise<void> {
  return memory.write("workspace", nameFor(scope), project && { id: project.id, name: project.name });
}

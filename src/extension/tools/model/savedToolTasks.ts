import * as z from "zod";
import { computeFileDigest } from "../../base/fileDigest.ts";
import type { Memory } from "../../base/ports.ts";

const savedTask = z.object({
  /** The digest of the tool and its server, whose URL may hold a secret. */
  tool: z.string(),
  /** The id of the call. */
  id: z.string(),
  at: z.iso.datetime(),
  taskId: z.string(),
  ttlMs: z.number().optional(),
});
type SavedToolTask = z.output<typeof savedTask>;

export type SavedToolTasks = ReturnType<typeof openSavedToolTasks>;

const name = "toolTasks";
/** The editor loads its memory as a whole. */
const mostTasks = 100;

/** The calls that servers run as tasks, which outlive the window. Neither arguments nor results are saved. */
export function openSavedToolTasks(memory: Memory) {
  const readAll = () => z.array(savedTask).catch([]).parse(memory.read("workspace", name));
  const write = (tasks: readonly SavedToolTask[]) =>
    memory.write("workspace", name, tasks.length > 0 ? tasks : undefined).catch(() => {});
  return {
    /** Newest first. */
    read: (key: string): readonly SavedToolTask[] => {
      const tool = computeFileDigest(key);
      return readAll().filter((one) => one.tool === tool);
    },
    add: (key: string, task: Omit<SavedToolTask, "tool">): Promise<void> =>
      write([{ ...task, tool: computeFileDigest(key) }, ...readAll()].slice(0, mostTasks)),
    remove: async (id: string): Promise<void> => {
      const tasks = readAll();
      const others = tasks.filter((one) => one.id !== id);
      if (others.length < tasks.length) await write(others);
    },
  };
}

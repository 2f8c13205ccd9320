import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";

/** Which skill a folder is the source of, by its URI. */
const foldersSchema = z.record(z.string(), z.string());

/** What was published of this workspace's folders at one connection, so that nothing is asked twice. */
export interface SkillLinks {
  ofFolder(uri: string): string | undefined;
  /** The folder a skill was published from last. */
  folderOf(skillId: string): string | undefined;
  keepFolder(uri: string, skillId: string): Promise<void>;
}

export function openSkillLinks(memory: Memory, connectionId: string): SkillLinks {
  const name = `skills:${connectionId}`;
  const read = () => foldersSchema.catch({}).parse(memory.read("workspace", name) ?? {});
  return {
    ofFolder: (uri) => read()[uri],
    folderOf: (skillId) => Object.entries(read()).findLast(([, id]) => id === skillId)?.[0],
    keepFolder: (uri, skillId) => {
      const { [uri]: _, ...others } = read();
      return memory.write("workspace", name, { ...others, [uri]: skillId });
    },
  };
}

import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";

/** The skill of each source folder, by URI. */
const foldersSchema = z.record(z.string(), z.string());

export type SkillLinks = ReturnType<typeof openSkillLinks>;

/** Links this workspace's folders to the published skills of one connection, so that commands do not prompt again. */
export function openSkillLinks(memory: Memory, connectionId: string) {
  const name = `skills:${connectionId}`;
  const read = () => foldersSchema.catch({}).parse(memory.read("workspace", name) ?? {});
  return {
    ofFolder: (uri: string): string | undefined => read()[uri],
    /** The folder that a skill was last published from. */
    folderOf: (skillId: string) => Object.entries(read()).findLast(([, id]) => id === skillId)?.[0],
    saveFolder: (uri: string, skillId: string): Promise<void> => {
      const { [uri]: _, ...others } = read();
      return memory.write("workspace", name, { ...others, [uri]: skillId });
    },
  };
}

/** This workspace's links to skills of the active connection. */
export function getSkillLinks(app: ConnectedServices): SkillLinks {
  return openSkillLinks(app.memory, app.connections.scope() ?? "");
}

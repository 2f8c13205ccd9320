import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";

/** The skill of each source folder, by URI. */
const foldersSchema = z.record(z.string(), z.string());

/** Links this workspace's folders to the published skills of one connection, so that commands do not prompt again. */
export interface SkillLinks {
  ofFolder(uri: string): string | undefined;
  /** The folder that a skill was last published from. */
  folderOf(skillId: string): string | undefined;
  saveFolder(uri: string, skillId: string): Promise<void>;
}

export function openSkillLinks(memory: Memory, connectionId: string): SkillLinks {
  const name = `skills:${connectionId}`;
  const read = () => foldersSchema.catch({}).parse(memory.read("workspace", name) ?? {});
  return {
    ofFolder: (uri) => read()[uri],
    folderOf: (skillId) => Object.entries(read()).findLast(([, id]) => id === skillId)?.[0],
    saveFolder: (uri, skillId) => {
      const { [uri]: _, ...others } = read();
      return memory.write("workspace", name, { ...others, [uri]: skillId });
    },
  };
}

/** This workspace's links to skills of the active connection. */
export function getSkillLinks(app: ConnectedServices): SkillLinks {
  return openSkillLinks(app.memory, app.connections.scope() ?? "");
}

import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { EditorDocuments } from "../../../src/extension/base/ports.ts";
import { fillFolder } from "../../../src/extension/skill/model/disk/containedChange.ts";
import { isIgnoredName } from "../../../src/text/files/folderRules.ts";

/** Folders of this machine; `workspace` is the folder that is open. */
export function createDiskFolders(
  workspace: string,
): Pick<EditorDocuments, "changeFolder" | "findServerFolders" | "isFolder" | "readFile" | "readFolder"> {
  return {
    changeFolder: (uri, { write, remove = [] }) => fillFolder(fileURLToPath(uri), { write, remove }),
    findServerFolders: async () =>
      globSync("**/fairlead.json", { cwd: workspace })
        .map((path) => pathToFileURL(dirname(join(workspace, path))).href)
        .toSorted(),
    isFolder: async (uri) => statSync(fileURLToPath(uri), { throwIfNoEntry: false })?.isDirectory() ?? false,
    readFile: async (uri) => (existsSync(fileURLToPath(uri)) ? readFileSync(fileURLToPath(uri)) : undefined),
    readFolder: async (uri) => {
      const folder = fileURLToPath(uri);
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => !path.split("/").some(isIgnoredName) && statSync(join(folder, path)).isFile())
        .toSorted()
        .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }));
    },
  };
}

import { readdirSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import * as z from "zod";

const reportSchema = z.object({ sharedObjects: z.array(z.string()) });

/** The folder of a portable VS Code with all data of the user, which is beside its program. */
const portableData = "data";

/**
 * The files that the Node of this process needs to run: `node`, its real path, with its libraries. Electron needs what is in its folder.
 */
export function listNodeFiles(node: string): string[] {
  // Looking up the names of network addresses takes long.
  Object.assign(process.report, { excludeNetwork: true });
  const { sharedObjects } = reportSchema.parse(process.report.getReport());
  const libraries = [...new Set(sharedObjects)].filter((path) => isAbsolute(path) && path !== node);
  if (process.versions.electron === undefined) return [node, ...libraries];
  const folder = dirname(node);
  const files = readdirSync(folder).flatMap((name) => (name === portableData ? [] : [join(folder, name)]));
  return [...files, ...libraries];
}

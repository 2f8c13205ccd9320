import { dirname, isAbsolute } from "node:path";
import * as z from "zod";

const reportSchema = z.object({ sharedObjects: z.array(z.string()) });

/** The files that the Node of this process needs to run: `node`, its real path, with its libraries. Electron needs its folder. */
export function listNodeFiles(node: string): string[] {
  // Looking up the names of network addresses takes long.
  Object.assign(process.report, { excludeNetwork: true });
  const { sharedObjects } = reportSchema.parse(process.report.getReport());
  const libraries = [...new Set(sharedObjects)].filter((path) => isAbsolute(path) && path !== node);
  return [process.versions.electron === undefined ? node : dirname(node), ...libraries];
}

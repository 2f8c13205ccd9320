import type { VersionTool } from "../../contract/routes/toolsRoute.ts";
import { readGeneratedSurface } from "../../surface/generatedSurface.ts";
import type { Database } from "../storage/database.ts";
import { readListedTools } from "./listedTools.ts";
import { readVersionFiles } from "./versions.ts";

/** The tools of a version: from the files of a generated one, else as its server listed them last; undefined: they are not known. */
export function readVersionSurface(db: Database, versionId: number): readonly VersionTool[] | undefined {
  const files = readVersionFiles(db, versionId).map(({ path, content }) => ({ path, bytes: content }));
  return readGeneratedSurface(files) ?? readListedTools(db, versionId);
}

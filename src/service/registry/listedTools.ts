import * as z from "zod";
import { type VersionTool, versionToolSchema } from "../../contract/routes/toolsRoute.ts";
import { readGeneratedSurface } from "../../surface/generatedSurface.ts";
import { isRecord } from "../../text/record.ts";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../storage/database.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { readVersionFiles } from "./versions.ts";

/** Characters of the JSON. Longer lists are not saved, because a server decides how long they are. */
const maxListLength = 1_000_000;

const listedToolSchema = versionToolSchema.omit({ operation: true });
const toolsRow = z.object({ tools_json: jsonColumn(z.array(listedToolSchema)) });

interface ListingVersion {
  readonly artifactId: string;
  readonly version: string;
}

/** Returns what saves the tools that a version's server lists. `mask` hides the secrets of its environment. */
export function createToolRecorder(
  { db, clock, log }: Pick<ServiceContext, "db" | "clock" | "log">,
  { artifactId, version }: ListingVersion,
  mask: (text: string) => string,
): (tools: readonly unknown[]) => void {
  return (tools) => {
    const known = tools.flatMap((tool) => listedToolSchema.safeParse(maskTexts(tool, mask)).data ?? []);
    const text = JSON.stringify(known);
    if (text.length > maxListLength) return;
    try {
      db.run(
        `INSERT INTO version_tools (version_id, tools_json, listed_at)
         SELECT id, ?, ? FROM versions WHERE artifact_id = ? AND version = ?
         ON CONFLICT (version_id) DO UPDATE SET tools_json = excluded.tools_json, listed_at = excluded.listed_at`,
        ...[text, clock().toISOString(), artifactId, version],
      );
    } catch (error) {
      // The deployment goes on without them.
      log("warning", `The tools of version ${version} of ${artifactId} could not be saved: ${String(error)}`);
    }
  };
}

/** The tools as the version's server listed them last; undefined: it has not run, or lists too many. */
export function readListedTools(db: Database, versionId: number): readonly VersionTool[] | undefined {
  return db.get(toolsRow, "SELECT tools_json FROM version_tools WHERE version_id = ?", versionId)?.tools_json;
}

function maskTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, mask));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [mask(key), maskTexts(member, mask)]));
}

/** The tools of a version: from the files of a generated one, else as its server listed them last; undefined: they are not known. */
export function readVersionSurface(db: Database, versionId: number): readonly VersionTool[] | undefined {
  const files = readVersionFiles(db, versionId).map(({ path, content }) => ({ path, bytes: content }));
  return readGeneratedSurface(files) ?? readListedTools(db, versionId);
}

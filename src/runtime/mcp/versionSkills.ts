import { existsSync } from "node:fs";
import { type SkillCatalog, SkillCatalogError } from "@modelcontextprotocol/server/ext/skills";
import { loadSkills } from "@modelcontextprotocol/server/ext/skills/node";
import type { RuntimeLog } from "../runtimeLog.ts";

/** The files of a version never change, but another version may replace it at the same URL. */
const cacheHint = { ttlMs: 60_000, cacheScope: "private" } as const;

/** Loads the skills of a folder, to serve them by the Skills extension of MCP. undefined: it has none, or cannot be read. */
export async function loadVersionSkills(folder: string, log: RuntimeLog): Promise<SkillCatalog | undefined> {
  if (!existsSync(folder)) return undefined;
  try {
    const onWarning = ({ path, message }: { readonly path: string; readonly message: string }) =>
      log(`skills/${path}: ${message}`);
    const skills = await loadSkills(folder, { cacheHint, onWarning });
    return skills.entries.length > 0 ? skills : undefined;
  } catch (error) {
    // The tools are served without them.
    if (!(error instanceof SkillCatalogError)) throw error;
    log(`no skills are served: ${error.message}`);
    return undefined;
  }
}

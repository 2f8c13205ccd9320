import { openSkillLinks, type SkillLinks } from "../../core/skill/skillLinks.ts";
import type { App } from "../app.ts";

/** What this workspace published at the active connection. */
export function getSkillLinks(app: Pick<App, "connections" | "memory">): SkillLinks {
  return openSkillLinks(app.memory, app.connections.scope() ?? "");
}

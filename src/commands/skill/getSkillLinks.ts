import { openSkillLinks, type SkillLinks } from "../../core/skill/skillLinks.ts";
import type { App } from "../app.ts";

/** This workspace's links to skills of the active connection. */
export function getSkillLinks(app: Pick<App, "connections" | "memory">): SkillLinks {
  return openSkillLinks(app.memory, app.connections.scope() ?? "");
}

import type { App } from "../../workbench/app.ts";
import { openSkillLinks, type SkillLinks } from "../model/skillLinks.ts";

/** This workspace's links to skills of the active connection. */
export function getSkillLinks(app: Pick<App, "connections" | "memory">): SkillLinks {
  return openSkillLinks(app.memory, app.connections.scope() ?? "");
}

import { type MadeSkills, madeSkills } from "../../core/skill/skillLinks.ts";
import type { App } from "../app.ts";

/** What this workspace published at the active connection. */
export function madeOfSkills(app: Pick<App, "memory" | "connections">): MadeSkills {
  return madeSkills(app.memory, app.connections.scope() ?? "");
}

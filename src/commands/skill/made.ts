import type { App } from "../../core/app.ts";
import { type MadeSkills, madeSkills } from "../../core/madeSkills.ts";

/** What this workspace published at the active connection. */
export function madeOfSkills(app: Pick<App, "memory" | "connections">): MadeSkills {
  return madeSkills(app.memory, app.connections.scope() ?? "");
}

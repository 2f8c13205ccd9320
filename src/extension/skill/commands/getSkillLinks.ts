import type { EditorServices } from "../../base/editorServices.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { openSkillLinks, type SkillLinks } from "../model/skillLinks.ts";

/** This workspace's links to skills of the active connection. */
export function getSkillLinks(app: EditorServices & ConnectionServices): SkillLinks {
  return openSkillLinks(app.memory, app.connections.scope() ?? "");
}

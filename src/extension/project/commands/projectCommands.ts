import {
  type Command,
  connected,
  connectedInPalette,
  hiddenInPalette,
  inViewTitle,
  onRows,
} from "../../base/commands/command.ts";
import { createProject } from "./createProject.ts";
import { editProject, openProject } from "./openProject.ts";
import { selectProject } from "./selectProject.ts";

/** Projects. */
export const projectCommands = {
  "fairlead.project.create": {
    title: "New Project...",
    icon: "$(add)",
    menus: [inViewTitle(["projects"], "navigation@1", connected)],
    handler: createProject,
  },
  "fairlead.project.select": {
    title: "Select Project...",
    icon: "$(target)",
    menus: [
      connectedInPalette,
      inViewTitle(["servers"], "navigation@0", connected),
      inViewTitle(["projects", "skills", "deployments"], "2_project@1", connected),
      onRows(/^project/, "inline@1", "2_change@2"),
    ],
    handler: selectProject,
  },
  "fairlead.project.open": {
    title: "Open Project Details",
    icon: "$(info)",
    menus: [hiddenInPalette, onRows(/^project/, "1_open@1")],
    handler: openProject,
  },
  "fairlead.project.edit": {
    title: "Edit Project Settings",
    icon: "$(edit)",
    menus: [hiddenInPalette, onRows(/^project/, "2_change@1")],
    handler: editProject,
  },
} as const satisfies Record<string, Command>;

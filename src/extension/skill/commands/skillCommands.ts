import {
  byContent,
  type Command,
  connected,
  connectedInPalette,
  hiddenInPalette,
  type InternalCommand,
  inExplorer,
  inRowSubmenu,
  inViewTitle,
  isFolder,
  onRows,
  serverWithCode,
} from "../../base/commands/command.ts";
import { onEachSelected } from "../../base/commands/onEachSelected.ts";
import { inPaletteUnless, paletteRows } from "../../base/commands/paletteRows.ts";
import { attachSkill } from "./attachSkill.ts";
import { compareWithFolder } from "./compareWithFolder.ts";
import { createSkill } from "./createSkill.ts";
import { editSkill } from "./editSkill.ts";
import { openSkill } from "./openSkill.ts";
import { publishSkill } from "./publishSkill.ts";
import { reconcileSkill } from "./reconcileSkill.ts";
import { showPortability } from "./showPortability.ts";
import { addSkillFrom, installFromRow } from "./source/addSkillFrom.ts";
import { uninstallSkill } from "./uninstallSkill.ts";
import { updateSkill } from "./updateSkill.ts";

const isSkill = "resourceFilename == SKILL.md";
const skillOrFolder = `${isSkill} || ${byContent("fairlead.skillFolders", isFolder)}`;
const outdatedSkill = /^(skill|installation)\..*update/;
const addedSkill = /^addedSkill\.source/;
const artifactOrVersion = /^(artifact|version)\./;

/** Skills. */
export const skillCommands = {
  "fairlead.skill.portability": { handler: showPortability },
  "fairlead.skill.create": {
    title: "New Skill...",
    icon: "$(add)",
    needsTrust: true,
    menus: [inViewTitle(["skills"], "navigation@1", connected), inExplorer(isFolder, "4_new@1")],
    handler: createSkill,
  },
  "fairlead.skill.addFrom": {
    title: "Add Skill From...",
    icon: "$(repo-pull)",
    needsTrust: true,
    menus: [inViewTitle(["skills"], "1_new@4", connected)],
    handler: addSkillFrom,
  },
  "fairlead.skill.publish": {
    title: "Publish Skill...",
    shortTitle: "Publish...",
    icon: "$(cloud-upload)",
    needsTrust: true,
    menus: [
      inViewTitle(["skills"], "1_new@1", connected),
      onRows(/^source\.(unpublished|changed)/, "inline@1"),
      onRows(/^(skill\.(published|.*source)|source\.(unpublished|changed))/, "0_use@3"),
      inExplorer(skillOrFolder, "3_skill@2"),
    ],
    handler: publishSkill,
  },
  "fairlead.skill.install": {
    title: "Install Skill...",
    shortTitle: "Install...",
    icon: "$(desktop-download)",
    needsTrust: true,
    menus: [
      inViewTitle(["skills"], "1_new@2", connected),
      onRows(/^skill\.published(?!.*update)/, "inline@1"),
      onRows(/^skill\.published/, "0_use@4"),
      onRows(/^(artifact|version)\.skill/, "inline@1", "0_use@1"),
      onRows(/^mcpSkill$/, "inline@1", "0_use@1"),
      inExplorer(isSkill, "3_skill@3"),
    ],
    handler: onEachSelected(installFromRow, "install", ["skill"]),
  },
  "fairlead.skill.attach": {
    title: "Attach Skill...",
    icon: "$(mortar-board)",
    needsTrust: true,
    menus: [hiddenInPalette, inRowSubmenu("more", serverWithCode, "2_change@3")],
    handler: attachSkill,
  },
  "fairlead.skill.update": {
    title: "Update Installed Skills...",
    shortTitle: "Update",
    icon: "$(arrow-circle-up)",
    needsTrust: true,
    menus: [
      connectedInPalette,
      inViewTitle(["skills"], "1_new@3", connected),
      onRows(outdatedSkill, "inline@1", "0_use@5"),
      onRows(addedSkill, "inline@1", "0_use@5"),
    ],
    handler: updateSkill,
  },
  "fairlead.skill.uninstall": {
    title: "Uninstall Skill...",
    shortTitle: "Uninstall...",
    icon: "$(trash)",
    needsTrust: true,
    menus: [
      inPaletteUnless("fairlead.lacksInstalledSkill"),
      onRows(paletteRows["fairlead.lacksInstalledSkill"].rows, "2_change@5"),
    ],
    handler: uninstallSkill,
  },
  "fairlead.skill.reconcile": {
    title: "Update Copies of Skill...",
    shortTitle: "Update Copies...",
    icon: "$(git-compare)",
    needsTrust: true,
    menus: [hiddenInPalette, inRowSubmenu("more", /^skill\./, "2_change@1"), onRows(/^installation\./, "2_change@4")],
    handler: reconcileSkill,
  },
  "fairlead.skill.edit": {
    title: "Edit Skill Settings",
    icon: "$(edit)",
    menus: [hiddenInPalette, inRowSubmenu("more", /^skill\./, "2_change@2")],
    handler: editSkill,
  },
  "fairlead.skill.open": {
    title: "Open Skill",
    icon: "$(go-to-file)",
    menus: [hiddenInPalette, onRows(/^(skill\.|source\.|installation\.(same|changed)|addedSkill|problem)/, "1_open@1")],
    handler: openSkill,
  },
  "fairlead.artifact.compareWithFolder": {
    title: "Compare Folder and Version",
    icon: "$(diff)",
    menus: [
      hiddenInPalette,
      onRows(/^(source\.older|installation\.changed(?!.*update))/, "inline@1"),
      onRows(/^(skill\.published.*source|source\.(changed|older)|installation\.(same|changed))/, "1_open@2"),
      onRows(artifactOrVersion, "1_open@5"),
      inExplorer(isSkill, "3_skill@4"),
    ],
    handler: compareWithFolder,
  },
} as const satisfies Record<string, Command | InternalCommand>;

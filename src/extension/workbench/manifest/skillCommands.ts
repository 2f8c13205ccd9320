import {
  byContent,
  type CommandContribution,
  connected,
  connectedInPalette,
  hiddenInPalette,
  inExplorer,
  inViewTitle,
  isFolder,
  onRows,
  trusted,
} from "./commandContribution.ts";

const isSkill = "resourceFilename == SKILL.md";
const skillOrFolder = `${isSkill} || ${byContent("fairlead.skillFolders", isFolder)}`;
const skillOrSource = /^(skill|source)\./;
const outdatedSkill = /^(skill|installation)\..*update/;
const addedSkill = /^addedSkill\.source/;
const artifactOrVersion = /^(artifact|version)\./;

/** Skills and the registry. */
export const skillCommands = {
  "fairlead.skill.portability": {
    title: "Show Skill Compatibility",
    icon: "$(checklist)",
    menus: [hiddenInPalette, onRows(skillOrSource, "1_open@3")],
  },
  "fairlead.skill.create": {
    title: "New Skill...",
    icon: "$(add)",
    enablement: trusted,
    menus: [inViewTitle(["skills"], "navigation@1", connected), inExplorer(isFolder, "4_new@1")],
  },
  "fairlead.skill.addFrom": {
    title: "Add Skill From...",
    icon: "$(repo-pull)",
    enablement: trusted,
    menus: [inViewTitle(["skills"], "1_new@4", connected)],
  },
  "fairlead.skill.publish": {
    title: "Publish Skill...",
    shortTitle: "Publish...",
    icon: "$(cloud-upload)",
    enablement: trusted,
    menus: [
      inViewTitle(["skills"], "1_new@1", connected),
      onRows(/^source\.(unpublished|changed)/, "inline@1"),
      onRows(/^(skill\..*source|source\.(unpublished|changed))/, "2_change@1"),
      inExplorer(skillOrFolder, "3_skill@2"),
    ],
  },
  "fairlead.skill.publishTo": {
    title: "Publish Skill To...",
    shortTitle: "Publish To...",
    icon: "$(repo-push)",
    enablement: trusted,
    menus: [hiddenInPalette, onRows(/^skill\.published/, "2_change@6")],
  },
  "fairlead.skill.test": {
    title: "Test Skill...",
    icon: "$(beaker)",
    enablement: trusted,
    menus: [onRows(skillOrSource, "1_open@6"), inExplorer(skillOrFolder, "3_skill@1")],
  },
  "fairlead.skill.evaluate": {
    title: "Evaluate Skill...",
    icon: "$(graph)",
    enablement: trusted,
    menus: [onRows(skillOrSource, "1_open@7"), inExplorer(skillOrFolder, "3_skill@4")],
  },
  "fairlead.evaluation.open": {
    title: "Open Evaluation...",
    icon: "$(graph)",
    menus: [hiddenInPalette, onRows(skillOrSource, "1_open@8")],
  },
  "fairlead.skill.install": {
    title: "Install Skill...",
    shortTitle: "Install...",
    icon: "$(desktop-download)",
    enablement: trusted,
    menus: [
      inViewTitle(["skills"], "1_new@2", connected),
      onRows(/^skill\.published(?!.*update)/, "inline@1"),
      onRows(/^skill\.published/, "2_change@2"),
      onRows(/^(artifact|version)\.skill/, "inline@1", "2_change@1"),
      inExplorer(isSkill, "3_skill@3"),
    ],
  },
  "fairlead.skill.update": {
    title: "Update Installed Skills...",
    shortTitle: "Update",
    icon: "$(arrow-circle-up)",
    enablement: trusted,
    menus: [
      connectedInPalette,
      inViewTitle(["skills"], "1_new@3", connected),
      onRows(outdatedSkill, "inline@1", "2_change@3"),
      onRows(addedSkill, "inline@1", "2_change@3"),
    ],
  },
  "fairlead.skill.uninstall": {
    title: "Uninstall Skill...",
    shortTitle: "Uninstall...",
    icon: "$(trash)",
    enablement: trusted,
    menus: [connectedInPalette, onRows(/^(skill\..*installed|installation\.|addedSkill)/, "2_change@5")],
  },
  "fairlead.skill.reconcile": {
    title: "Reconcile Skill...",
    shortTitle: "Reconcile...",
    icon: "$(git-compare)",
    enablement: trusted,
    menus: [hiddenInPalette, onRows(/^(skill|installation)\./, "2_change@4")],
  },
  "fairlead.skill.edit": {
    title: "Edit Skill Settings",
    icon: "$(edit)",
    menus: [hiddenInPalette, onRows(/^skill\./, "2_change@5")],
  },
  "fairlead.skill.open": {
    title: "Open Skill",
    icon: "$(go-to-file)",
    menus: [hiddenInPalette, onRows(/^(skill\.|source\.|installation\.(same|changed)|addedSkill|problem)/, "1_open@1")],
  },
  "fairlead.artifact.open": {
    title: "Open Artifact",
    icon: "$(preview)",
    menus: [connectedInPalette, onRows(/^(artifact|version|file)\b/, "1_open@0")],
  },
  "fairlead.artifact.compare": {
    title: "Compare Versions...",
    icon: "$(diff-multiple)",
    menus: [
      connectedInPalette,
      inViewTitle(["registry"], "1_new@1", connected),
      onRows(/^(artifact\..*several|version\.|file)/, "1_open@4"),
    ],
  },
  "fairlead.artifact.compareTools": {
    title: "Compare Tools...",
    icon: "$(tools)",
    menus: [hiddenInPalette, onRows(/^(artifact\.server.*several|version\.server)/, "1_open@6")],
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
  },
} as const satisfies Record<string, CommandContribution>;

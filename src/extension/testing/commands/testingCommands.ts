import {
  byContent,
  type Command,
  connectedInPalette,
  hiddenInPalette,
  inEditorMenu,
  inExplorer,
  isFolder,
  matches,
  onRows,
  serverWithVersion,
} from "../../base/commands/command.ts";
import { onEachSelected } from "../../base/commands/onEachSelected.ts";
import { compareTestRuns } from "./compareTestRuns.ts";
import { configureModel } from "./configureModel.ts";
import { evaluateSkill } from "./evaluateSkill.ts";
import { openTestRun } from "./openTestRun.ts";
import { runTestCase, testServer, testSkill } from "./startTests.ts";

const testRuns = /^(testRuns|testRun\..*)$/;
const serverCaseFile = matches("resourceFilename", /^fairlead\.tests\.(ya?ml|json)$/);
const anyCaseFile = matches(
  "resourceFilename",
  /^(fairlead\.tests\.(ya?ml|json)|evals\.json|eval_queries\.json|scripts\.(ya?ml|json))$/,
);
const isSkill = "resourceFilename == SKILL.md";
const skillOrFolder = `${isSkill} || ${byContent("fairlead.skillFolders", isFolder)}`;
const skillOrSource = /^(skill|source)\./;

/** Test runs and evaluations. */
export const testingCommands = {
  "fairlead.model.configure": { title: "Configure Model...", icon: "$(sparkle)", handler: configureModel },
  "fairlead.server.test": {
    title: "Test Server...",
    icon: "$(beaker)",
    needsTrust: true,
    menus: [connectedInPalette, onRows(serverWithVersion, "0_use@2")],
    handler: onEachSelected(testServer, "test", ["server"]),
  },
  "fairlead.test.runCase": {
    title: "Run Test Cases of This File",
    icon: "$(run)",
    needsTrust: true,
    menus: [hiddenInPalette, inExplorer(serverCaseFile, "2_test@1"), inEditorMenu(anyCaseFile, "7_fairlead@1")],
    handler: runTestCase,
  },
  "fairlead.testRun.open": {
    title: "Open Test Run or Evaluation...",
    icon: "$(checklist)",
    menus: [connectedInPalette, onRows(testRuns, "1_open@1")],
    handler: openTestRun,
  },
  "fairlead.testRun.compare": {
    title: "Compare Test Runs...",
    icon: "$(diff)",
    menus: [hiddenInPalette, onRows(testRuns, "1_open@2"), onRows(/^testRun\./, "inline@1")],
    handler: compareTestRuns,
  },
  "fairlead.skill.test": {
    title: "Test Skill...",
    icon: "$(beaker)",
    needsTrust: true,
    menus: [onRows(skillOrSource, "0_use@1"), inExplorer(skillOrFolder, "3_skill@1")],
    handler: onEachSelected(testSkill, "test", ["skill", "source"]),
  },
  "fairlead.skill.evaluate": {
    title: "Evaluate Skill...",
    icon: "$(graph)",
    needsTrust: true,
    menus: [onRows(skillOrSource, "0_use@2"), inExplorer(skillOrFolder, "3_skill@4")],
    handler: evaluateSkill,
  },
} as const satisfies Record<string, Command>;

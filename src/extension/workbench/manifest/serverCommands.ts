import {
  byContent,
  type CommandContribution,
  connected,
  connectedInPalette,
  hiddenInPalette,
  inEditorMenu,
  inEditorTitle,
  inExplorer,
  inPalette,
  inViewTitle,
  isFolder,
  matches,
  mayBeConnected,
  onRows,
  trusted,
} from "./commandContribution.ts";
import { openapiDocument, openedDocument, runningServer } from "./commandPlaces.ts";

const serverWithCode = /^server\..*\.code$/;
/** A row has one icon at most, so that a click in the middle of a narrow row hits none: a stopped server has Start. */
const deployableInline = /^server\.[a-z]+\.(?!stopped).*\.code$/;
const serverCode = /^(server\..*\.code|version\.server.*)$/;
const startedServer = /^server\.[a-z]+\.(running|idle|degraded|deploying|starting)/;
const liveDeployment = /^deployment\.(queued|building|starting|running|degraded)/;
const allowedHosts = /^(server|deployment)\..*\.hosts(\.|$)/;
const withRunner = /^(server|deployment)\..*\.runner(\.|$)/;
const projectWithRunner = /^project.*\.runner(\.|$)/;
const serverWithLimits = /^server\..*\.limits(\.|$)/;
/** The service says how it runs servers, or is not known yet. */
const runsServers = `${mayBeConnected} && !fairlead.withoutConfinement`;
const serverWithVariables = /^server\..*\.variables(\.|$)/;
const testRuns = /^(testRuns|testRun\..*)$/;

const serverCaseFile = matches("resourceFilename", /^fairlead\.tests\.(ya?ml|json)$/);
const anyCaseFile = matches(
  "resourceFilename",
  /^(fairlead\.tests\.(ya?ml|json)|evals\.json|eval_queries\.json|scripts\.(ya?ml|json))$/,
);
const serverFolder = byContent("fairlead.serverFolders", isFolder);

/** Projects, servers, their deployments and their tests. */
export const serverCommands = {
  "fairlead.project.create": {
    title: "New Project...",
    icon: "$(add)",
    menus: [inViewTitle(["projects"], "navigation@1", connected)],
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
  },
  "fairlead.project.open": {
    title: "Open Project Details",
    icon: "$(info)",
    menus: [hiddenInPalette, onRows(/^project/, "1_open@1")],
  },
  "fairlead.project.edit": {
    title: "Edit Project Settings",
    icon: "$(edit)",
    menus: [hiddenInPalette, onRows(/^project/, "2_change@1")],
  },
  "fairlead.server.generate": {
    title: "Generate Server from OpenAPI...",
    shortTitle: "Generate Server...",
    icon: "$(add)",
    enablement: trusted,
    menus: [
      inViewTitle(["servers"], "navigation@1", connected),
      onRows(/^server\./, "2_change@1"),
      inExplorer(openapiDocument, "1_server@1"),
      inEditorTitle(openedDocument, "1_fairlead@1"),
      inEditorMenu(openedDocument, "7_fairlead@1"),
    ],
  },
  "fairlead.server.create": {
    title: "New Server from Template...",
    icon: "$(new-file)",
    enablement: trusted,
    menus: [inViewTitle(["servers"], "1_new@1", connected)],
  },
  "fairlead.server.deploy": {
    title: "Deploy...",
    icon: "$(rocket)",
    enablement: trusted,
    menus: [
      onRows(deployableInline, "inline@1"),
      onRows(serverWithCode, "2_change@2"),
      onRows(/^(artifact|version)\.server/, "inline@1", "2_change@1"),
      inExplorer(serverFolder, "1_server@2"),
    ],
  },
  "fairlead.server.test": {
    title: "Test Server...",
    icon: "$(beaker)",
    enablement: trusted,
    menus: [onRows(serverWithCode, "1_open@3")],
  },
  "fairlead.server.edit": {
    title: "Edit Server Settings",
    icon: "$(edit)",
    menus: [hiddenInPalette, onRows(/^server\./, "2_change@4")],
  },
  "fairlead.server.editVariables": {
    title: "Edit Variables...",
    icon: "$(edit)",
    menus: [
      connectedInPalette,
      onRows(serverWithVariables, "2_change@5"),
      // A row has one icon at most.
      onRows(/^variables(?!\.changed)/, "inline@1"),
      onRows(/^variables?(\.|$)/, "1_open@1"),
    ],
  },
  "fairlead.server.clearVariable": {
    title: "Clear Value...",
    icon: "$(clear-all)",
    menus: [hiddenInPalette, onRows(/^variable\.set/, "2_change@1")],
  },
  "fairlead.server.checkApi": {
    title: "Check Now",
    icon: "$(pulse)",
    enablement: trusted,
    menus: [hiddenInPalette, onRows(/^variables?\..*check/, "1_open@2")],
  },
  "fairlead.server.openVariableDocumentation": {
    title: "Where to Find It",
    icon: "$(link-external)",
    menus: [hiddenInPalette, onRows(/^variable\..*documented/, "1_open@3")],
  },
  "fairlead.server.start": {
    title: "Start Server",
    icon: "$(play)",
    enablement: trusted,
    menus: [connectedInPalette, onRows(/^server\.[a-z]+\.stopped/, "inline@1", "2_change@3")],
  },
  "fairlead.server.stop": {
    title: "Stop Server",
    icon: "$(debug-stop)",
    menus: [connectedInPalette, onRows(startedServer, "2_change@3")],
  },
  "fairlead.server.connectAccount": {
    title: "Connect Account...",
    icon: "$(link-external)",
    menus: [connectedInPalette, onRows(/^server\..*\.account(\.|$)/, "2_change@5")],
  },
  "fairlead.editAllowedHosts": {
    title: "Edit Allowed Hosts...",
    icon: "$(shield)",
    menus: [hiddenInPalette, onRows(allowedHosts, "2_change@6")],
  },
  "fairlead.server.runOn": {
    title: "Run On...",
    icon: "$(server-environment)",
    menus: [hiddenInPalette, onRows(withRunner, "2_change@7"), onRows(projectWithRunner, "2_change@3")],
  },
  "fairlead.server.setLimits": {
    title: "Set Limits...",
    icon: "$(settings)",
    menus: [inPalette(runsServers), onRows(serverWithLimits, "2_change@8")],
  },
  "fairlead.server.copyToken": {
    title: "Copy Runtime Token",
    icon: "$(key)",
    menus: [hiddenInPalette, onRows(runningServer, "5_copy@2")],
  },
  "fairlead.server.copyUrl": {
    title: "Copy MCP URL",
    icon: "$(link)",
    menus: [hiddenInPalette, onRows(runningServer, "5_copy@1")],
  },
  "fairlead.server.saveCode": {
    title: "Save Code to Folder...",
    icon: "$(save)",
    enablement: trusted,
    menus: [hiddenInPalette, onRows(serverCode, "1_open@2")],
  },
  "fairlead.server.export": {
    title: "Export...",
    icon: "$(export)",
    enablement: trusted,
    menus: [hiddenInPalette, onRows(serverCode, "1_open@4"), onRows(/^deployment/, "1_open@5")],
  },
  "fairlead.version.open": {
    title: "Read the Code",
    icon: "$(file-code)",
    menus: [hiddenInPalette, onRows(serverCode, "1_open@1")],
  },
  "fairlead.test.runCase": {
    title: "Run Test Cases of This File",
    icon: "$(run)",
    enablement: trusted,
    menus: [hiddenInPalette, inExplorer(serverCaseFile, "2_test@1"), inEditorMenu(anyCaseFile, "7_fairlead@1")],
  },
  "fairlead.testRun.open": {
    title: "Open Test Run...",
    icon: "$(checklist)",
    menus: [connectedInPalette, onRows(testRuns, "1_open@1")],
  },
  "fairlead.testRun.compare": {
    title: "Compare Test Runs...",
    icon: "$(diff)",
    menus: [hiddenInPalette, onRows(testRuns, "1_open@2"), onRows(/^testRun\./, "inline@1")],
  },
  "fairlead.deployment.open": {
    title: "Open Deployment",
    icon: "$(dashboard)",
    menus: [connectedInPalette, onRows(/^deployment/, "1_open@1")],
  },
  "fairlead.deployment.openLog": {
    title: "Open Log",
    icon: "$(output)",
    menus: [hiddenInPalette, onRows(/^deployment/, "1_open@2")],
  },
  "fairlead.deployment.setMissingVariable": {
    title: "Set the Missing Variable...",
    icon: "$(edit)",
    enablement: trusted,
    menus: [hiddenInPalette, onRows(/^deployment\.failed\..*variable/, "2_change@0")],
  },
  "fairlead.deployment.showFailureLine": {
    title: "Show Failed Line",
    icon: "$(go-to-file)",
    menus: [hiddenInPalette, onRows(/^deployment\.failed\..*line/, "1_open@0")],
  },
  "fairlead.deployment.deployAgain": {
    title: "Deploy Again",
    icon: "$(history)",
    enablement: trusted,
    menus: [
      hiddenInPalette,
      onRows(/^deployment/, "2_change@1"),
      onRows(/^variables\.changed/, "inline@1", "1_open@3"),
    ],
  },
  "fairlead.deployment.record": {
    title: "Start or Stop Recording...",
    icon: "$(record)",
    menus: [connectedInPalette, onRows(/^deployment\..*\.record(able|ing)(\.|$)/, "1_open@6")],
  },
  "fairlead.deployment.watch": {
    title: "Start or Stop Watching Events",
    icon: "$(eye)",
    menus: [hiddenInPalette, onRows(liveDeployment, "1_open@3")],
  },
} as const satisfies Record<string, CommandContribution>;

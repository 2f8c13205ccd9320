import {
  byContent,
  type Command,
  connected,
  connectedInPalette,
  hiddenInPalette,
  type InternalCommand,
  inEditorMenu,
  inEditorTitle,
  inExplorer,
  inPalette,
  inRowSubmenu,
  inViewTitle,
  isFolder,
  mayBeConnected,
  onlyWhere,
  onRows,
  openapiDocument,
  openedDocument,
  runningPreview,
  runningServer,
  serverWithCode,
  serverWithVersion,
} from "../../base/commands/command.ts";
import { onEachSelected } from "../../base/commands/onEachSelected.ts";
import { inPaletteUnless, paletteRows } from "../../base/commands/paletteRows.ts";
import { addCiWorkflow } from "./addCiWorkflow.ts";
import { connectAccount } from "./connectAccount.ts";
import { copyToken, copyUrl } from "./copyAccess.ts";
import { createServer } from "./createServer.ts";
import { goBack } from "./deploy/goBack.ts";
import { deployPreview, deployServer } from "./deployServer.ts";
import { editAllowedHosts } from "./editAllowedHosts.ts";
import { editServer } from "./editServer.ts";
import { exportServer } from "./exportServer.ts";
import { generateOtherServer, generateServer } from "./generateServer.ts";
import { openVersion } from "./openCode.ts";
import { openServer } from "./openServer.ts";
import { runServersOn } from "./runner/runServersOn.ts";
import { setLimits } from "./runner/setLimits.ts";
import { saveCode } from "./saveCode.ts";
import { startServer, stopServer } from "./startServer.ts";
import { checkApi } from "./variables/checkApi.ts";
import { editVariables } from "./variables/editVariables.ts";

/** A row has one icon at most, so that a click in the middle of a narrow row hits none: a stopped server has Start. */
const deployableInline = /^server\.[a-z]+\.(?!stopped)(?!.*\.outdated\.).*\.(code|version)$/;
/** `new`: nothing of it was deployed, so there is nothing to go back to. */
const deployedServer = /^server\.(?!.*\.new\.).*\.code$/;
const generatedServer = /^server\.(?!.*\.outdated\.).*\.openapi(\.|$)/;
const outdatedInline = /^server\.[a-z]+\.(?!stopped).*\.outdated(\.|$)/;
const serverVersion = /^version\.server/;
const allowedHosts = /^(server|deployment)\..*\.hosts(\.|$)/;
const withRunner = /^(server|deployment)\..*\.runner(\.|$)/;
const projectWithRunner = /^project.*\.runner(\.|$)/;
const serverWithLimits = /^server\..*\.limits(\.|$)/;
/** The service says how it runs servers, or is not known yet. */
const runsServers = `${mayBeConnected} && !fairlead.withoutConfinement`;
/** What a service without another runner does not offer: where servers run, and what they may use there. */
const hasRunners = "!fairlead.hasOneRunner";
const serverWithVariables = /^server\..*\.variables(\.|$)/;
const serverFolder = byContent("fairlead.serverFolders", isFolder);

/** Servers. */
export const serverCommands = {
  "fairlead.server.generate": {
    title: "Generate Server from OpenAPI...",
    shortTitle: "Generate Server...",
    icon: "$(add)",
    needsTrust: true,
    menus: [
      inViewTitle(["servers"], "navigation@1", connected),
      inExplorer(openapiDocument, "1_server@1"),
      inEditorTitle(openedDocument, "1_fairlead@1"),
      inEditorMenu(openedDocument, "7_fairlead@1"),
    ],
    handler: generateOtherServer,
  },
  "fairlead.server.generateAgain": {
    title: "Generate Again...",
    icon: "$(sync)",
    needsTrust: true,
    menus: [
      hiddenInPalette,
      onRows(outdatedInline, "inline@1"),
      onRows(/^server\.[a-z]+\.draft/, "inline@1"),
      onRows(/^server\.(.*\.outdated(\.|$)|(?!.*\.(openapi|own)(\.|$)))/, "2_change@1"),
      inRowSubmenu("more", generatedServer, "2_change@0"),
    ],
    handler: generateServer,
  },
  "fairlead.server.create": {
    title: "New Server from Template...",
    icon: "$(new-file)",
    needsTrust: true,
    menus: [inViewTitle(["servers"], "1_new@1", connected)],
    handler: createServer,
  },
  "fairlead.server.deploy": {
    title: "Deploy...",
    icon: "$(rocket)",
    needsTrust: true,
    menus: [
      onRows(deployableInline, "inline@1"),
      onRows(serverWithVersion, "0_use@1"),
      onRows(/^(artifact\.server|version\.server$)/, "inline@1", "0_use@1"),
      onRows(runningPreview, "inline@1", "0_use@1"),
      inExplorer(serverFolder, "1_server@2"),
    ],
    handler: onEachSelected(deployServer, "deploy", ["server"]),
  },
  "fairlead.server.deployPreview": {
    title: "Deploy as Preview...",
    icon: "$(beaker)",
    needsTrust: true,
    menus: [
      hiddenInPalette,
      inRowSubmenu("more", /^server\.(?=.*\.runner(\.|$)).*\.code$/, "2_change@6"),
      onRows(serverVersion, "0_use@2"),
    ],
    handler: deployPreview,
  },
  "fairlead.server.open": { handler: openServer },
  "fairlead.server.goBack": {
    title: "Go Back to...",
    icon: "$(discard)",
    needsTrust: true,
    menus: [
      hiddenInPalette,
      onRows(/^version\.server\.earlier/, "inline@1", "0_use@1"),
      inRowSubmenu("more", deployedServer, "2_change@7"),
    ],
    handler: goBack,
  },
  "fairlead.server.edit": {
    title: "Edit Server Settings",
    icon: "$(edit)",
    menus: [hiddenInPalette, inRowSubmenu("more", /^server\./, "2_change@1")],
    handler: editServer,
  },
  "fairlead.server.editVariables": {
    title: "Edit Variables...",
    icon: "$(edit)",
    menus: [
      connectedInPalette,
      onRows(serverWithVariables, "0_use@4"),
      // A row has one icon at most.
      onRows(/^variables(?!\.changed)/, "inline@1"),
      onRows(/^variables?(\.|$)/, "1_open@1"),
    ],
    handler: editVariables,
  },
  "fairlead.server.checkApi": { needsTrust: true, handler: checkApi },
  "fairlead.server.start": {
    title: "Start Server",
    icon: "$(play)",
    needsTrust: true,
    menus: [
      inPaletteUnless("fairlead.lacksStoppedServer"),
      onRows(paletteRows["fairlead.lacksStoppedServer"].rows, "inline@1", "2_change@3"),
    ],
    handler: startServer,
  },
  "fairlead.server.stop": {
    title: "Stop Server or Discard Preview",
    icon: "$(debug-stop)",
    menus: [
      inPaletteUnless("fairlead.lacksStartedServer"),
      onRows(paletteRows["fairlead.lacksStartedServer"].rows, "2_change@3"),
      onRows(runningPreview, "2_change@3"),
    ],
    handler: stopServer,
  },
  "fairlead.server.connectAccount": {
    title: "Connect Account...",
    icon: "$(link-external)",
    menus: [
      inPaletteUnless("fairlead.lacksServerWithAccount"),
      inRowSubmenu("more", paletteRows["fairlead.lacksServerWithAccount"].rows, "2_change@2"),
    ],
    handler: connectAccount,
  },
  "fairlead.editAllowedHosts": {
    title: "Edit Allowed Hosts...",
    icon: "$(shield)",
    menus: [hiddenInPalette, inRowSubmenu("more", allowedHosts, "2_change@3")],
    handler: editAllowedHosts,
  },
  "fairlead.server.runOn": {
    title: "Run On...",
    icon: "$(server-environment)",
    menus: [
      hiddenInPalette,
      onlyWhere(hasRunners, inRowSubmenu("more", withRunner, "2_change@4")),
      onlyWhere(hasRunners, onRows(projectWithRunner, "2_change@3")),
    ],
    handler: runServersOn,
  },
  "fairlead.server.setLimits": {
    title: "Set Limits...",
    icon: "$(settings)",
    menus: [
      inPalette(`${runsServers} && ${hasRunners}`),
      onlyWhere(hasRunners, inRowSubmenu("more", serverWithLimits, "2_change@5")),
    ],
    handler: setLimits,
  },
  "fairlead.server.copyToken": {
    title: "Copy Runtime Token",
    icon: "$(key)",
    menus: [hiddenInPalette, inRowSubmenu("copy", runningServer, "1_copy@2")],
    handler: copyToken,
  },
  "fairlead.server.copyUrl": {
    title: "Copy MCP URL",
    icon: "$(link)",
    menus: [hiddenInPalette, inRowSubmenu("copy", runningServer, "1_copy@1")],
    handler: copyUrl,
  },
  "fairlead.server.saveCode": {
    title: "Save Code to Folder...",
    icon: "$(save)",
    needsTrust: true,
    menus: [hiddenInPalette, inRowSubmenu("more", serverWithCode, "1_open@1"), onRows(serverVersion, "1_open@2")],
    handler: saveCode,
  },
  "fairlead.server.export": {
    title: "Export...",
    icon: "$(export)",
    needsTrust: true,
    menus: [hiddenInPalette, inRowSubmenu("more", /^(server\..*\.code$|version\.server|deployment)/, "1_open@2")],
    handler: exportServer,
  },
  "fairlead.server.addCiWorkflow": {
    title: "Add CI Workflow...",
    icon: "$(github-action)",
    needsTrust: true,
    menus: [
      connectedInPalette,
      inExplorer(openapiDocument, "1_server@3"),
      inRowSubmenu("more", serverWithCode, "1_open@3"),
    ],
    handler: addCiWorkflow,
  },
  "fairlead.version.open": {
    title: "Open Code",
    icon: "$(file-code)",
    menus: [hiddenInPalette, onRows(serverWithCode, "1_open@1"), onRows(serverVersion, "1_open@1")],
    handler: openVersion,
  },
} as const satisfies Record<string, Command | InternalCommand>;

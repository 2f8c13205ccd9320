import {
  type Command,
  connectedInPalette,
  hiddenInPalette,
  type InternalCommand,
  inRowSubmenu,
  onRows,
  runningServer,
} from "../../base/commands/command.ts";
import { deployAgain } from "./deployAgain.ts";
import { openDeployment, openDeploymentLog, watchDeployment } from "./openDeployment.ts";
import { recordCalls } from "./recordCalls.ts";
import { rehearsePreview } from "./rehearsePreview.ts";
import { setMissingVariable } from "./setMissingVariable.ts";
import { showFailureLine } from "./showFailureLine.ts";

const liveDeployment = /^deployment\.(queued|building|starting|running|degraded)/;

/** Deployments. */
export const deploymentCommands = {
  "fairlead.deployment.open": {
    title: "Open Deployment",
    icon: "$(dashboard)",
    menus: [connectedInPalette, onRows(/^deployment/, "1_open@1")],
    handler: openDeployment,
  },
  "fairlead.deployment.rehearse": { handler: rehearsePreview },
  "fairlead.deployment.openLog": { handler: openDeploymentLog },
  "fairlead.deployment.setMissingVariable": { needsTrust: true, handler: setMissingVariable },
  "fairlead.deployment.showFailureLine": { handler: showFailureLine },
  "fairlead.deployment.deployAgain": {
    title: "Deploy Again",
    icon: "$(history)",
    needsTrust: true,
    menus: [
      hiddenInPalette,
      onRows(/^(deployment|version\.server\.live)/, "0_use@1"),
      onRows(/^version\.server\.live/, "inline@1"),
      inRowSubmenu("more", runningServer, "2_change@8"),
      onRows(/^variables\.changed/, "inline@1", "1_open@3"),
    ],
    handler: deployAgain,
  },
  "fairlead.deployment.record": {
    title: "Start or Stop Recording...",
    icon: "$(record)",
    menus: [connectedInPalette, onRows(/^deployment\..*\.record(able|ing)(\.|$)/, "1_open@6")],
    handler: recordCalls,
  },
  "fairlead.deployment.watch": {
    title: "Start or Stop Watching Events",
    icon: "$(eye)",
    menus: [hiddenInPalette, onRows(liveDeployment, "1_open@3")],
    handler: watchDeployment,
  },
} as const satisfies Record<string, Command | InternalCommand>;

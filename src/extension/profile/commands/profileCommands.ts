import {
  type Command,
  connected,
  connectedInPalette,
  hiddenInPalette,
  inViewTitle,
  onAccountRows,
} from "../../base/commands/command.ts";
import { askBeforeChanges } from "./askBeforeChanges.ts";
import { checkCompatibility } from "./checkCompatibility.ts";
import { choosePreset } from "./choosePreset.ts";
import { editProfile } from "./editProfile.ts";
import { explainState } from "./explainState.ts";
import { exportProfile } from "./exportProfile.ts";
import { importProfile } from "./importProfile.ts";
import { mapResponse } from "./mapResponse.ts";
import { saveSupportBundle } from "./saveSupportBundle.ts";
import { tryChanges } from "./tryChanges.ts";

const connectedService = /^connection\.remote\.ready\.active$/;

/** Profiles of other services. */
export const profileCommands = {
  "fairlead.profile.edit": {
    title: "Edit Profile of This Service",
    icon: "$(settings-gear)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "3_operation@4", connected),
      onAccountRows(connectedService, "3_profile@1"),
    ],
    handler: editProfile,
  },
  "fairlead.profile.export": {
    title: "Export Profile of This Service...",
    icon: "$(export)",
    menus: [hiddenInPalette, onAccountRows(connectedService, "3_profile@2")],
    handler: exportProfile,
  },
  "fairlead.profile.import": {
    title: "Import Profile for This Service...",
    menus: [hiddenInPalette, onAccountRows(connectedService, "3_profile@3")],
    handler: importProfile,
  },
  "fairlead.answer.map": { title: "Map an Answer...", menus: [connectedInPalette], handler: mapResponse },
  "fairlead.preset.choose": { title: "Choose Another Preset...", menus: [hiddenInPalette], handler: choosePreset },
  "fairlead.state.explain": { title: "Explain a State...", menus: [hiddenInPalette], handler: explainState },
  "fairlead.compatibility.check": {
    title: "Check Compatibility",
    icon: "$(checklist)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "3_connection@2", connected),
      onAccountRows(/^(identity|connection\.[a-z]+\.[a-zA-Z]+\.active)$/, "1_use@3"),
    ],
    handler: checkCompatibility,
  },
  "fairlead.compatibility.tryChanges": {
    title: "Try the Changes...",
    icon: "$(beaker)",
    menus: [hiddenInPalette],
    handler: tryChanges,
  },
  "fairlead.compatibility.askBeforeChanges": {
    title: "Ask Before Changes Again",
    icon: "$(question)",
    menus: [hiddenInPalette],
    handler: askBeforeChanges,
  },
  "fairlead.supportBundle": { title: "Create Support Bundle", icon: "$(archive)", handler: saveSupportBundle },
} as const satisfies Record<string, Command>;

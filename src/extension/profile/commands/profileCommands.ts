import {
  type Command,
  connected,
  connectedInPalette,
  type InternalCommand,
  inViewTitle,
  onAccountRows,
} from "../../base/commands/command.ts";
import { askBeforeChanges } from "./askBeforeChanges.ts";
import { checkCompatibility } from "./checkCompatibility.ts";
import { choosePreset } from "./choosePreset.ts";
import { editProfile, openProfile } from "./editProfile.ts";
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
    title: "Edit Profile of This Service...",
    icon: "$(settings-gear)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "3_operation@4", connected),
      onAccountRows(connectedService, "3_profile@1"),
    ],
    handler: editProfile,
  },
  "fairlead.profile.open": { handler: openProfile },
  "fairlead.profile.export": { handler: exportProfile },
  "fairlead.profile.import": { handler: importProfile },
  "fairlead.answer.map": { handler: mapResponse },
  "fairlead.preset.choose": { handler: choosePreset },
  "fairlead.state.explain": { handler: explainState },
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
  "fairlead.compatibility.tryChanges": { handler: tryChanges },
  "fairlead.compatibility.askBeforeChanges": { handler: askBeforeChanges },
  "fairlead.supportBundle": { title: "Create Support Bundle", icon: "$(archive)", handler: saveSupportBundle },
} as const satisfies Record<string, Command | InternalCommand>;

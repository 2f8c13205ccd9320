import {
  type Command,
  connected,
  connectedInPalette,
  type InternalCommand,
  inViewTitle,
  mayHaveProfile,
  onAccountRows,
  onlyWhere,
} from "../../base/commands/command.ts";
import { checkCompatibility } from "./checkCompatibility.ts";
import { exportProfile } from "./exportProfile.ts";
import { importProfile } from "./importProfile.ts";
import { openProfile, openServiceProfile } from "./openServiceProfile.ts";
import { saveSupportBundle } from "./saveSupportBundle.ts";

const connectedService = /^connection\.remote\.ready\.active$/;

/** Profiles of other services. */
export const profileCommands = {
  "fairlead.profile.edit": {
    title: "Service Profile...",
    icon: "$(settings-gear)",
    menus: [
      onlyWhere(mayHaveProfile, connectedInPalette),
      inViewTitle(["account"], "3_operation@4", connected, mayHaveProfile),
      onlyWhere(mayHaveProfile, onAccountRows(connectedService, "3_profile@1")),
    ],
    handler: openServiceProfile,
  },
  "fairlead.profile.open": { handler: openProfile },
  "fairlead.profile.export": { handler: exportProfile },
  "fairlead.profile.import": { handler: importProfile },
  "fairlead.compatibility.check": {
    title: "Check Compatibility",
    icon: "$(checklist)",
    menus: [
      onlyWhere(mayHaveProfile, connectedInPalette),
      inViewTitle(["account"], "3_connection@2", connected, mayHaveProfile),
      onlyWhere(mayHaveProfile, onAccountRows(/^(identity|connection\.[a-z]+\.[a-zA-Z]+\.active)$/, "1_use@3")),
    ],
    handler: checkCompatibility,
  },
  "fairlead.supportBundle": { title: "Create Support Bundle", icon: "$(archive)", handler: saveSupportBundle },
} as const satisfies Record<string, Command | InternalCommand>;

import { type Command, hiddenInPalette } from "../../base/commands/command.ts";
import { saveActiveDocument } from "./saveActiveDocument.ts";

/** Settings that are edited as documents. */
export const documentsCommands = {
  "fairlead.settings.save": {
    title: "Save Settings to Service",
    icon: "$(save)",
    menus: [hiddenInPalette],
    handler: saveActiveDocument,
  },
} as const satisfies Record<string, Command>;

import type { InternalCommand } from "../../base/commands/command.ts";
import { saveActiveDocument } from "./saveActiveDocument.ts";

/** Settings that are edited as documents. */
export const documentsCommands = {
  "fairlead.settings.save": { handler: saveActiveDocument },
} as const satisfies Record<string, InternalCommand>;

import { type Command, connected, connectedInPalette, inViewTitle, onRows } from "../../base/commands/command.ts";
import { compareArtifact } from "./compareArtifact.ts";
import { openArtifact } from "./openArtifact.ts";

/** The registry. */
export const registryCommands = {
  "fairlead.artifact.open": {
    title: "Open Version",
    icon: "$(preview)",
    menus: [connectedInPalette, onRows(/^(artifact|version)\b/, "1_open@0")],
    handler: openArtifact,
  },
  "fairlead.artifact.compare": {
    title: "Compare Versions...",
    icon: "$(diff-multiple)",
    menus: [
      connectedInPalette,
      inViewTitle(["registry"], "1_new@1", connected),
      onRows(/^(artifact\..*several|version\.|file)/, "1_open@4"),
    ],
    handler: compareArtifact,
  },
} as const satisfies Record<string, Command>;

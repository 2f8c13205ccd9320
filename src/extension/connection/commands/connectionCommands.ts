import {
  type Command,
  connected,
  connectedInPalette,
  type InternalCommand,
  inPalette,
  inViewTitle,
  isRemote,
  onAccountRows,
} from "../../base/commands/command.ts";
import { viewNames } from "../../base/ports.ts";
import { addConnection } from "./addConnection.ts";
import { chooseKeyHeader } from "./chooseKeyHeader.ts";
import { removeConnection } from "./removeConnection.ts";
import { signIn } from "./signIn.ts";
import { signOut } from "./signOut.ts";
import { switchConnection } from "./switchConnection.ts";
import { useLocalService } from "./useLocalService.ts";

/** Connections. */
export const connectionCommands = {
  "fairlead.connection.useLocal": {
    title: "Use the Local Service",
    icon: "$(device-desktop)",
    menus: [inPalette(`fairlead.session != connected || ${isRemote}`)],
    handler: useLocalService,
  },
  "fairlead.connection.add": {
    title: "Add Connection...",
    icon: "$(plug)",
    menus: [
      inViewTitle(["projects", "servers", "skills", "deployments", "registry"], "3_connection@2"),
      inViewTitle(["account"], "navigation@1"),
      onAccountRows(/^connections$/, "inline@1"),
    ],
    handler: addConnection,
  },
  "fairlead.connection.signIn": {
    title: "Sign In...",
    icon: "$(key)",
    menus: [
      inPalette("fairlead.session == signedOut"),
      onAccountRows(/^connection\.remote\.signedOut/, "inline@1"),
      onAccountRows(/^connection\.remote\./, "1_use@1"),
    ],
    handler: signIn,
  },
  "fairlead.connection.switch": {
    title: "Switch Connection...",
    icon: "$(arrow-swap)",
    menus: [
      inViewTitle(viewNames, "3_connection@1"),
      onAccountRows(/^connection\.[a-z]+\.ready$/, "inline@1"),
      onAccountRows(/^connection\.[a-z]+\.(ready|signedOut)$/, "1_use@2"),
    ],
    handler: switchConnection,
  },
  "fairlead.connection.signOut": {
    title: "Sign Out",
    icon: "$(sign-out)",
    menus: [
      connectedInPalette,
      inViewTitle(viewNames, "3_connection@3", connected),
      onAccountRows(/^connection\.[a-z]+\.(ready|failed)/, "2_end@1"),
      onAccountRows(/^identity$/, "2_end@1"),
    ],
    handler: signOut,
  },
  "fairlead.connection.remove": {
    title: "Remove Connection...",
    menus: [inPalette("fairlead.session != none"), onAccountRows(/^connection\./, "2_end@2")],
    handler: removeConnection,
  },
  "fairlead.keyHeader.choose": { handler: chooseKeyHeader },
} as const satisfies Record<string, Command | InternalCommand>;

import {
  type Command,
  connected,
  connectedInPalette,
  hiddenInPalette,
  type InternalCommand,
  inPalette,
  inRowSubmenu,
  inViewTitle,
  isLocal,
  onlyWhere,
  onRows,
  trusted,
} from "../../base/commands/command.ts";
import { type ViewName, viewNames } from "../../base/ports.ts";
import type { App } from "../app.ts";
import { deleteItems, restoreItems } from "./archivedItems.ts";
import { archiveItems } from "./archiveItems.ts";
import { copyId } from "./copyId.ts";
import { openGuide, openWalkthrough } from "./openGuide.ts";
import { openRawResponse } from "./openRawResponse.ts";
import { renameItem } from "./renameItem.ts";
import { filterChosenView, filterView, loadMore, refreshViews, showArchived, showLog } from "./viewCommands.ts";

/** A title bar does not say which view it belongs to, so each view has a command of its own. */
const filterCommand = (view: ViewName, title: string): Command<App> => ({
  title,
  icon: "$(filter)",
  menus: [hiddenInPalette, inViewTitle([view], "navigation@2", connected)],
  handler: filterView(`fairlead.${view}`),
});
const ownedRow = /^(archived|project|server|skill|deployment|artifact\.|version|testRun\.)/;
const archivableRow = /^(project|server|skill)(\.|$)/;
const toolRow = /^(tool|versionTool)\./;
const archivedRow = /^archived\./;
const archivedViews = ["projects", "servers", "skills"] as const;

/** All views, and what belongs to no room. */
export const workbenchCommands = {
  "fairlead.openGuide": {
    title: "Open Guide...",
    icon: "$(book)",
    menus: [inViewTitle(viewNames, "4_log@2")],
    handler: openGuide,
  },
  "fairlead.refresh": {
    title: "Refresh",
    icon: "$(refresh)",
    menus: [connectedInPalette, inViewTitle(viewNames, "navigation@3")],
    handler: refreshViews,
  },
  "fairlead.filter": {
    title: "Filter View...",
    icon: "$(filter)",
    menus: [connectedInPalette],
    handler: filterChosenView,
  },
  "fairlead.projects.filter": filterCommand("projects", "Filter Projects..."),
  "fairlead.servers.filter": filterCommand("servers", "Filter Servers..."),
  "fairlead.skills.filter": filterCommand("skills", "Filter Skills..."),
  "fairlead.deployments.filter": filterCommand("deployments", "Filter Deployments..."),
  "fairlead.registry.filter": filterCommand("registry", "Filter Registry..."),
  "fairlead.account.filter": filterCommand("account", "Filter Account..."),
  "fairlead.showArchived": {
    title: "Show or Hide Archived",
    icon: "$(archive)",
    menus: [inPalette(connected), inViewTitle(archivedViews, "2_archived@1", connected)],
    handler: showArchived,
  },
  "fairlead.rename": {
    title: "Rename...",
    icon: "$(edit)",
    menus: [
      hiddenInPalette,
      inRowSubmenu("more", archivableRow, "3_remove@1"),
      onlyWhere(trusted, onRows(toolRow, "2_change@2")),
    ],
    handler: renameItem,
  },
  "fairlead.archive": {
    title: "Archive...",
    icon: "$(archive)",
    menus: [hiddenInPalette, inRowSubmenu("more", archivableRow, "3_remove@2")],
    handler: archiveItems,
  },
  "fairlead.restore": {
    title: "Restore",
    icon: "$(discard)",
    menus: [hiddenInPalette, onRows(archivedRow, "inline@1", "3_remove@1")],
    handler: restoreItems,
  },
  "fairlead.deletePermanently": {
    title: "Delete Permanently...",
    icon: "$(trash)",
    // Only the local service deletes what is archived.
    menus: [hiddenInPalette, onlyWhere(isLocal, onRows(archivedRow, "3_remove@2"))],
    handler: deleteItems,
  },
  "fairlead.loadMore": { handler: loadMore },
  "fairlead.openWalkthrough": { handler: openWalkthrough },
  "fairlead.copyId": {
    title: "Copy Id",
    icon: "$(copy)",
    menus: [
      hiddenInPalette,
      inRowSubmenu("copy", ownedRow, "1_copy@3"),
      inRowSubmenu("copy", /^(identity|organization|member|apiKey(\..*)?|oauthConnection\..*|grant)$/, "1_copy@3"),
    ],
    handler: copyId,
  },
  "fairlead.openRaw": {
    title: "Open as JSON",
    icon: "$(json)",
    menus: [
      hiddenInPalette,
      inRowSubmenu("more", ownedRow, "5_service@1"),
      inRowSubmenu(
        "more",
        /^(identity|organization|members|usage|apiKeys|oauthConnections|oauthConnection\..*|userSettings)$/,
        "5_service@1",
      ),
    ],
    handler: openRawResponse,
  },
  "fairlead.showLog": {
    title: "Show Log",
    icon: "$(output)",
    menus: [inViewTitle(viewNames, "4_log@1")],
    handler: showLog,
  },
} as const satisfies Record<string, Command | InternalCommand>;

import {
  type CommandContribution,
  connected,
  connectedInPalette,
  everyView,
  hiddenInPalette,
  inEditorTitle,
  inFairleadDocument,
  inPalette,
  inViewTitle,
  onAccountRows,
  onRows,
  trusted,
  type ViewName,
} from "./commandContribution.ts";

/** A title bar does not say which view it belongs to, so each view has a command of its own. */
const filterCommand = (view: ViewName, title: string, icon = "$(filter)"): CommandContribution => ({
  title,
  icon,
  menus: [hiddenInPalette, inViewTitle([view], "navigation@2", connected)],
});

const ownedRow = /^(archived|project|server|skill|deployment|artifact\.|version|testRun\.)/;

const operationDocument = inFairleadDocument(/^\/(operation|answer)\//);

const archivableRow = /^(project|server|skill)(\.|$)/;
const toolRow = /^(tool|versionTool)\./;
const archivedRow = /^archived\./;
const archivedViews = ["projects", "servers", "skills"] as const;

/** Only the local service deletes what is archived. */
const onDeletableRows = onRows(archivedRow, "3_remove@2").map((item) => ({
  ...item,
  when: `${item.when} && fairlead.deletesArchived`,
}));

/** Commands of all views, the operation console, and commands without a view. */
export const viewCommands = {
  "fairlead.settings.save": {
    title: "Save Settings to Service",
    icon: "$(save)",
    menus: [hiddenInPalette],
  },
  "fairlead.status.menu": { title: "Show Actions", menus: [hiddenInPalette] },
  "fairlead.openGuide": { title: "Open Guide...", icon: "$(book)", menus: [inViewTitle(everyView, "4_log@2")] },
  "fairlead.openWalkthrough": { title: "Get Started" },
  "fairlead.refresh": {
    title: "Refresh",
    icon: "$(refresh)",
    menus: [connectedInPalette, inViewTitle(everyView, "navigation@3")],
  },
  "fairlead.goTo": {
    title: "Go to Anything...",
    icon: "$(go-to-search)",
    menus: [inViewTitle(everyView, "0_go@1", connected)],
  },
  "fairlead.filter": { title: "Filter View...", icon: "$(filter)", menus: [connectedInPalette] },
  "fairlead.projects.filter": filterCommand("projects", "Filter Projects..."),
  "fairlead.servers.filter": filterCommand("servers", "Filter Servers..."),
  "fairlead.skills.filter": filterCommand("skills", "Filter Skills..."),
  "fairlead.deployments.filter": filterCommand("deployments", "Filter Deployments..."),
  "fairlead.registry.filter": filterCommand("registry", "Search the Registry...", "$(search)"),
  "fairlead.account.filter": filterCommand("account", "Filter Account..."),
  "fairlead.showArchived": {
    title: "Show or Hide Archived",
    icon: "$(archive)",
    menus: [inPalette(connected), inViewTitle(archivedViews, "2_archived@1", connected)],
  },
  "fairlead.rename": {
    title: "Rename...",
    icon: "$(edit)",
    menus: [
      hiddenInPalette,
      onRows(archivableRow, "3_remove@1"),
      onRows(toolRow, "2_change@2").map((item) => ({ ...item, when: `${item.when} && ${trusted}` })),
    ],
  },
  "fairlead.archive": {
    title: "Archive...",
    icon: "$(archive)",
    menus: [hiddenInPalette, onRows(archivableRow, "3_remove@2")],
  },
  "fairlead.restore": {
    title: "Restore",
    icon: "$(discard)",
    menus: [hiddenInPalette, onRows(archivedRow, "inline@1", "3_remove@1")],
  },
  "fairlead.deletePermanently": {
    title: "Delete Permanently...",
    icon: "$(trash)",
    menus: [hiddenInPalette, onDeletableRows],
  },
  "fairlead.loadMore": { title: "Load More", menus: [hiddenInPalette] },
  "fairlead.copyId": {
    title: "Copy Id",
    icon: "$(copy)",
    menus: [
      hiddenInPalette,
      onRows(ownedRow, "5_copy@3"),
      onAccountRows(/^(identity|organization|member|apiKey(\..*)?|oauthConnection\..*|grant)$/, "5_copy@3"),
    ],
  },
  "fairlead.copyLink": {
    title: "Copy Link",
    icon: "$(link)",
    menus: [hiddenInPalette, onRows(/^(server|skill|deployment|version)\./, "5_copy@3")],
  },
  "fairlead.openRaw": {
    title: "Open as JSON",
    icon: "$(json)",
    menus: [
      hiddenInPalette,
      onRows(ownedRow, "5_copy@4"),
      onAccountRows(
        /^(identity|organization|members|usage|apiKeys|oauthConnections|oauthConnection\..*|userSettings)$/,
        "5_copy@4",
      ),
    ],
  },
  "fairlead.showLog": { title: "Show Log", icon: "$(output)", menus: [inViewTitle(everyView, "4_log@1")] },
  "fairlead.supportBundle": { title: "Create Support Bundle", icon: "$(archive)" },
  "fairlead.operation.run": {
    title: "Run Operation...",
    icon: "$(terminal)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "3_operation@1"),
      onRows(
        /^(project|server|skill|installation\.|deployment|artifacts?\b|version|testRuns?\b|identity|organization|members|usage|apiKeys?\b|oauthConnections?\b|userSettings)/,
        "5_copy@5",
      ),
    ],
  },
  "fairlead.operation.send": {
    title: "Run This Operation",
    icon: "$(play)",
    menus: [inPalette(operationDocument), inEditorTitle(operationDocument, "navigation@1")],
  },
  "fairlead.operation.showAnswer": {
    title: "Show Answer",
    icon: "$(output)",
    menus: [inPalette(operationDocument), inEditorTitle(operationDocument, "navigation@2")],
  },
  "fairlead.operation.history": {
    title: "Operation History...",
    icon: "$(history)",
    menus: [
      hiddenInPalette,
      inViewTitle(["account"], "3_operation@2"),
      inEditorTitle(operationDocument, "navigation@3"),
    ],
  },
} as const satisfies Record<string, CommandContribution>;

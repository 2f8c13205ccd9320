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
} from "./commandContribution.ts";

const auditLogDocument = inFairleadDocument(/^\/audit\//);
const connectedService = /^connection\.remote\.ready\.active$/;

/** Connections, the account at the connected service, and the profile of that service. */
export const accountCommands = {
  "fairlead.connection.useLocal": { title: "Use the Local Service", icon: "$(device-desktop)" },
  "fairlead.connection.add": {
    title: "Add Connection...",
    icon: "$(plug)",
    menus: [
      inViewTitle(["projects", "servers", "skills", "deployments", "registry"], "3_connection@2"),
      inViewTitle(["account"], "navigation@1"),
      onAccountRows(/^connections$/, "inline@1"),
    ],
  },
  "fairlead.connection.signIn": {
    title: "Sign In...",
    icon: "$(key)",
    menus: [
      inPalette("fairlead.session == signedOut"),
      onAccountRows(/^connection\.remote\.signedOut/, "inline@1"),
      onAccountRows(/^connection\.remote\./, "1_use@1"),
    ],
  },
  "fairlead.connection.switch": {
    title: "Switch Connection...",
    icon: "$(arrow-swap)",
    menus: [
      inViewTitle(everyView, "3_connection@1"),
      onAccountRows(/^connection\.[a-z]+\.ready$/, "inline@1"),
      onAccountRows(/^connection\.[a-z]+\.(ready|signedOut)$/, "1_use@2"),
    ],
  },
  "fairlead.connection.signOut": {
    title: "Sign Out",
    icon: "$(sign-out)",
    menus: [
      connectedInPalette,
      inViewTitle(everyView, "3_connection@3", connected),
      onAccountRows(/^connection\.[a-z]+\.(ready|failed)/, "2_end@1"),
      onAccountRows(/^identity$/, "2_end@1"),
    ],
  },
  "fairlead.connection.remove": { title: "Remove Connection...", menus: [onAccountRows(/^connection\./, "2_end@2")] },
  "fairlead.profile.edit": {
    title: "Edit Profile of This Service",
    icon: "$(settings-gear)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "3_operation@4", connected),
      onAccountRows(connectedService, "3_profile@1"),
    ],
  },
  "fairlead.profile.export": {
    title: "Export Profile of This Service...",
    icon: "$(export)",
    menus: [hiddenInPalette, onAccountRows(connectedService, "3_profile@2")],
  },
  "fairlead.profile.import": {
    title: "Import Profile for This Service...",
    menus: [hiddenInPalette, onAccountRows(connectedService, "3_profile@3")],
  },
  "fairlead.answer.map": { title: "Map an Answer...", menus: [connectedInPalette] },
  "fairlead.preset.choose": { title: "Choose Another Preset...", menus: [hiddenInPalette] },
  "fairlead.keyHeader.choose": { title: "Choose the Key's Header...", menus: [hiddenInPalette] },
  "fairlead.state.explain": { title: "Explain a State...", menus: [hiddenInPalette] },
  "fairlead.organization.switch": {
    title: "Switch Organization...",
    icon: "$(arrow-swap)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "2_account@1", connected),
      onAccountRows(/^organization$/, "inline@1", "1_use@1"),
    ],
  },
  "fairlead.apiKey.create": {
    title: "Create API Key...",
    icon: "$(add)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "2_account@2", connected),
      onAccountRows(/^apiKeys$/, "inline@1", "1_use@1"),
    ],
  },
  "fairlead.apiKey.revoke": {
    title: "Revoke API Key...",
    icon: "$(trash)",
    menus: [hiddenInPalette, onAccountRows(/^apiKey(\.|$)/, "inline@1", "2_end@1")],
  },
  "fairlead.oauthConnection.open": {
    title: "Open OAuth Connection",
    icon: "$(link)",
    menus: [hiddenInPalette, onAccountRows(/^oauthConnection\./, "1_open@1")],
  },
  "fairlead.oauthConnection.disconnect": {
    title: "Disconnect Account...",
    icon: "$(debug-disconnect)",
    menus: [hiddenInPalette, onAccountRows(/^oauthConnection\./, "inline@1", "2_end@1")],
  },
  "fairlead.grant.answer": {
    title: "Answer Access Request...",
    icon: "$(question)",
    menus: [connectedInPalette, onAccountRows(/^grants$/, "inline@1", "1_use@1")],
  },
  "fairlead.grant.revoke": {
    title: "Revoke Access...",
    icon: "$(trash)",
    menus: [hiddenInPalette, onAccountRows(/^grant$/, "inline@1", "2_end@1")],
  },
  "fairlead.account.editSettings": {
    title: "Edit Service Settings",
    icon: "$(edit)",
    menus: [connectedInPalette, onAccountRows(/^userSettings$/, "inline@1", "1_open@1")],
  },
  "fairlead.model.configure": { title: "Configure Model...", icon: "$(sparkle)" },
  "fairlead.organization.showUsage": {
    title: "Show Usage",
    icon: "$(graph)",
    menus: [
      connectedInPalette,
      onAccountRows(/^usage$/, "inline@1"),
      onAccountRows(/^(usage|metric|organization)$/, "1_open@1"),
    ],
  },
  "fairlead.auditLog.show": {
    title: "Show Audit Log",
    icon: "$(history)",
    menus: [
      connectedInPalette,
      onAccountRows(/^auditLog$/, "inline@1"),
      onAccountRows(/^(auditLog|organization)$/, "1_open@2"),
    ],
  },
  "fairlead.auditLog.filter": {
    title: "Filter Audit Log...",
    icon: "$(filter)",
    menus: [inPalette(auditLogDocument), inEditorTitle(auditLogDocument, "navigation@1")],
  },
  "fairlead.auditLog.loadOlder": {
    title: "Load Older Entries",
    icon: "$(arrow-down)",
    menus: [inPalette(auditLogDocument), inEditorTitle(auditLogDocument, "navigation@2")],
  },
  "fairlead.auditLog.refresh": {
    title: "Refresh Audit Log",
    icon: "$(refresh)",
    menus: [hiddenInPalette, inEditorTitle(auditLogDocument, "navigation@3")],
  },
  "fairlead.auditLog.copy": {
    title: "Copy Audit Log...",
    icon: "$(copy)",
    menus: [inPalette(auditLogDocument), inEditorTitle(auditLogDocument, "navigation@4")],
  },
  "fairlead.compatibility.check": {
    title: "Check Compatibility",
    icon: "$(checklist)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "3_connection@2", connected),
      onAccountRows(/^(identity|connection\.[a-z]+\.[a-zA-Z]+\.active)$/, "1_use@3"),
    ],
  },
  "fairlead.compatibility.tryChanges": { title: "Try the Changes...", icon: "$(beaker)", menus: [hiddenInPalette] },
  "fairlead.compatibility.askBeforeChanges": {
    title: "Ask Before Changes Again",
    icon: "$(question)",
    menus: [hiddenInPalette],
  },
} as const satisfies Record<string, CommandContribution>;

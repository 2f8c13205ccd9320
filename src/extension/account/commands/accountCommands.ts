import {
  type Command,
  connected,
  connectedInPalette,
  hiddenInPalette,
  inEditorTitle,
  inFairleadDocument,
  inPalette,
  inViewTitle,
  isRemote,
  onAccountRows,
  onlyWhere,
} from "../../base/commands/command.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { AccountServices } from "../accountServices.ts";
import { answerGrantRequests } from "./answerGrantRequest.ts";
import { createApiKey } from "./createApiKey.ts";
import { editUserSettings } from "./editUserSettings.ts";
import { disconnectOauthConnection, openOauthConnection } from "./oauthConnections.ts";
import { revokeApiKey } from "./revokeApiKey.ts";
import { revokeGrant } from "./revokeGrant.ts";
import { filterAuditLog, showAuditLog } from "./showAuditLog.ts";
import { switchOrganization } from "./switchOrganization.ts";

/** Shows the organization's usage and limits. */
export const showUsage: CommandHandler<EditorServices & Pick<AccountServices, "showUsage">> = async (app) => {
  if (await app.client()) app.showUsage();
};

const auditLogDocument = inFairleadDocument(/^\/audit\//);

/** The account at a service, and who has access. */
export const accountCommands = {
  "fairlead.organization.switch": {
    title: "Switch Organization...",
    icon: "$(arrow-swap)",
    menus: [
      onlyWhere(isRemote, connectedInPalette),
      inViewTitle(["account"], "2_account@1", connected, isRemote),
      onlyWhere(isRemote, onAccountRows(/^organization$/, "inline@1", "1_use@1")),
    ],
    handler: switchOrganization,
  },
  "fairlead.apiKey.create": {
    title: "Create API Key...",
    icon: "$(add)",
    menus: [
      connectedInPalette,
      inViewTitle(["account"], "2_account@2", connected),
      onAccountRows(/^apiKeys$/, "inline@1", "1_use@1"),
    ],
    handler: createApiKey,
  },
  "fairlead.apiKey.revoke": {
    title: "Revoke API Key...",
    icon: "$(trash)",
    menus: [hiddenInPalette, onAccountRows(/^apiKey(\.|$)/, "inline@1", "2_end@1")],
    handler: revokeApiKey,
  },
  "fairlead.oauthConnection.open": {
    title: "Open OAuth Connection",
    icon: "$(link)",
    menus: [hiddenInPalette, onAccountRows(/^oauthConnection\./, "1_open@1")],
    handler: openOauthConnection,
  },
  "fairlead.oauthConnection.disconnect": {
    title: "Disconnect Account...",
    icon: "$(debug-disconnect)",
    menus: [hiddenInPalette, onAccountRows(/^oauthConnection\./, "inline@1", "2_end@1")],
    handler: disconnectOauthConnection,
  },
  "fairlead.grant.answer": {
    title: "Answer Access Request...",
    icon: "$(question)",
    menus: [onlyWhere("!fairlead.withoutGrants", connectedInPalette), onAccountRows(/^grants$/, "inline@1", "1_use@1")],
    handler: answerGrantRequests,
  },
  "fairlead.grant.revoke": {
    title: "Revoke Access...",
    icon: "$(trash)",
    menus: [hiddenInPalette, onAccountRows(/^grant$/, "inline@1", "2_end@1")],
    handler: revokeGrant,
  },
  "fairlead.account.editSettings": {
    title: "Edit Service Settings",
    icon: "$(edit)",
    menus: [connectedInPalette, onAccountRows(/^userSettings$/, "inline@1", "1_open@1")],
    handler: editUserSettings,
  },
  "fairlead.organization.showUsage": {
    title: "Show Usage",
    icon: "$(graph)",
    menus: [
      connectedInPalette,
      onAccountRows(/^usage$/, "inline@1"),
      onAccountRows(/^(usage|metric|organization)$/, "1_open@1"),
    ],
    handler: showUsage,
  },
  "fairlead.auditLog.show": {
    title: "Show Audit Log",
    icon: "$(history)",
    menus: [onlyWhere(isRemote, connectedInPalette), onAccountRows(/^auditLog$/, "inline@1", "1_open@2")],
    handler: showAuditLog,
  },
  "fairlead.auditLog.filter": {
    title: "Filter Audit Log...",
    icon: "$(filter)",
    menus: [inPalette(auditLogDocument), inEditorTitle(auditLogDocument, "navigation@1")],
    handler: filterAuditLog,
  },
} as const satisfies Record<string, Command>;

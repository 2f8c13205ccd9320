import * as l10n from "@vscode/l10n";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { collectFacts, createSectionTreeRow, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { type Connection, readUrlHost } from "../model/connection.ts";

export interface ConnectionsNode {
  readonly kind: "connections";
}

export interface ConnectionNode {
  readonly kind: "connection";
  readonly connection: Connection;
  readonly isActive: boolean;
  /** `ready`: there is a key, or none is needed; it may be untested. */
  readonly state: "ready" | "signedOut" | "failed";
  /** The connection is active, and its service has its own dialect. */
  readonly isLearned?: boolean;
}

export const connectionsTreeRow: TreeRowKind<ConnectionsNode> = {
  ...createSectionTreeRow("connections", l10n.t("Connections"), "plug"),
  collapsible: "expanded",
};

export const connectionTreeRow: TreeRowKind<ConnectionNode> = {
  id: ({ connection }) => `connection:${connection.id}`,
  accessibleName: l10n.t("Connection"),
  describe: describeConnection,
  click: ({ isActive }) =>
    isActive ? undefined : { command: "fairlead.connection.switch", title: l10n.t("Use This Connection") },
};

const connectionIcons = { signedOut: "warning", failed: "error" } as const;
const formatConnectionState = {
  ready: undefined,
  signedOut: l10n.t("signed out"),
  failed: l10n.t("not reached"),
} as const satisfies Record<ConnectionNode["state"], string | undefined>;

function describeConnection({ connection, isActive, state, isLearned }: ConnectionNode): NodeText {
  const { name, baseUrl, kind } = connection;
  const isLocal = kind === "local";
  const place = isLocal ? l10n.t("on this machine") : readUrlHost(baseUrl);
  const resting = isActive ? "pass-filled" : isLocal ? "device-desktop" : "cloud";
  return {
    label: name,
    description: joinTextParts(
      isActive ? l10n.t("in use") : undefined,
      formatConnectionState[state],
      place === name ? undefined : place,
    ),
    icon: state === "ready" ? resting : connectionIcons[state],
    facts: () =>
      collectFacts(
        [l10n.t("Connection"), name],
        [l10n.t("Service"), isLocal ? l10n.t("The service of this machine") : baseUrl],
        [
          l10n.t("State"),
          joinTextParts(
            isActive ? l10n.t("in use by this workspace") : l10n.t("not in use here"),
            formatConnectionState[state],
          ),
        ],
        ["API", isLearned ? l10n.t("its own; Check Compatibility shows what works") : null],
      ),
    context: `connection.${kind}.${state}${isActive ? ".active" : ""}`,
  };
}

import { joinTextParts } from "../../../text/joinTextParts.ts";
import { type Connection, readUrlHost } from "../../connection/connection.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { createSectionTreeRow } from "./createSectionTreeRow.ts";
import type { TreeRowKind } from "./treeRowKind.ts";

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
  ...createSectionTreeRow("connections", "Connections", "plug"),
  collapsible: "expanded",
};

export const connectionTreeRow: TreeRowKind<ConnectionNode> = {
  id: ({ connection }) => `connection:${connection.id}`,
  accessibleName: "Connection",
  describe: describeConnection,
  revision: ({ connection, isActive, state, isLearned }) => JSON.stringify([connection, isActive, state, isLearned]),
  click: ({ isActive }) =>
    isActive ? undefined : { command: "fairlead.connection.switch", title: "Use This Connection" },
};

const connectionIcons = { signedOut: "warning", failed: "error" } as const;
const formatConnectionState = {
  ready: undefined,
  signedOut: "signed out",
  failed: "not reached",
} as const satisfies Record<ConnectionNode["state"], string | undefined>;

function describeConnection({ connection, isActive, state, isLearned }: ConnectionNode): NodeText {
  const { name, baseUrl, kind } = connection;
  const isLocal = kind === "local";
  const place = isLocal ? "on this machine" : readUrlHost(baseUrl);
  const resting = isActive ? "pass-filled" : isLocal ? "device-desktop" : "cloud";
  return {
    label: name,
    description: joinTextParts(
      isActive ? "in use" : undefined,
      formatConnectionState[state],
      place === name ? undefined : place,
    ),
    icon: state === "ready" ? resting : connectionIcons[state],
    facts: () =>
      collectFacts(
        ["Connection", name],
        ["Service", isLocal ? "The service of this machine" : baseUrl],
        [
          "State",
          joinTextParts(isActive ? "in use by this workspace" : "not in use here", formatConnectionState[state]),
        ],
        ["API", isLearned ? "its own; Check Compatibility shows what works" : null],
      ),
    context: `connection.${kind}.${state}${isActive ? ".active" : ""}`,
  };
}

import type { Me } from "../../../contract/identity.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatExpiry } from "../../account/expiry.ts";
import { type Connection, readUrlHost } from "../../connection/connection.ts";
import { isUserKnown } from "../../connection/readMe.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { createSectionTreeRow } from "./createSectionTreeRow.ts";
import { listOperations, type TreeRowKind } from "./treeRowKind.ts";

/** The user of the active connection's key. */
export interface IdentityNode {
  readonly kind: "identity";
  readonly me: Me;
  readonly connection: Connection;
}

export interface UserSettingsNode {
  readonly kind: "userSettings";
}

export const identityTreeRow: TreeRowKind<IdentityNode> = {
  id: () => "identity",
  accessibleName: "Signed in as",
  describe: describeIdentity,
  revision: ({ me, connection }) => JSON.stringify([me, connection]),
  serviceId: ({ me }) => me.id,
  operations: () => listOperations(["me.get"], {}),
};

export const userSettingsTreeRow: TreeRowKind<UserSettingsNode> = {
  ...createSectionTreeRow("userSettings", "Service settings", "settings-gear"),
  click: () => ({ command: "fairlead.account.editSettings", title: "Edit Service Settings" }),
  operations: () => listOperations(["userSettings.get", "userSettings.update"], {}),
};

function describeIdentity({ me, connection }: IdentityNode, now: number): NodeText {
  const { name, email, key } = me;
  const at = `${connection.name} (${readUrlHost(connection.baseUrl)})`;
  if (!isUserKnown(me)) {
    const why = "The service does not report the user of the key";
    return {
      label: "Unknown user",
      description: "",
      icon: "account",
      facts: () => collectFacts(["Signed in", why], ["At", at]),
      context: "identity",
    };
  }
  return {
    label: name ?? email ?? me.id ?? "Unknown user",
    description: joinTextParts(email, key?.name && `key "${key.name}"`, formatExpiry(key?.expiresAt, now)),
    icon: "account",
    facts: () =>
      collectFacts(
        ["Signed in as", name],
        ["Email", email],
        ["At", at],
        ["Key", key?.name],
        ["Its scopes", key?.scopes?.join(", ")],
        ["It expires", key?.expiresAt === null ? "never" : key?.expiresAt],
      ),
    context: "identity",
  };
}

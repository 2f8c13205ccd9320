import * as l10n from "@vscode/l10n";
import type { Me } from "../../../contract/identity.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import {
  collectFacts,
  createSectionTreeRow,
  listOperations,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";
import { type Connection, readUrlHost } from "../../connection/model/connection.ts";
import { isUserKnown } from "../../connection/model/readMe.ts";
import { formatExpiry } from "../model/expiry.ts";

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
  accessibleName: l10n.t("Signed in as"),
  describe: describeIdentity,
  serviceId: ({ me }) => me.id,
  operations: () => listOperations(["me.get"], {}),
};

export const userSettingsTreeRow: TreeRowKind<UserSettingsNode> = {
  ...createSectionTreeRow("userSettings", l10n.t("Service settings"), "settings-gear"),
  click: () => ({ command: "fairlead.account.editSettings", title: l10n.t("Edit Service Settings") }),
  operations: () => listOperations(["userSettings.get", "userSettings.update"], {}),
};

function describeIdentity({ me, connection }: IdentityNode, now: number): NodeText {
  const { name, email, key } = me;
  const at = `${connection.name} (${readUrlHost(connection.baseUrl)})`;
  if (!isUserKnown(me)) {
    const why = l10n.t("The service does not report the user of the key");
    return {
      label: l10n.t("Unknown user"),
      description: "",
      icon: "account",
      facts: () => collectFacts([l10n.t("Signed in"), why], [l10n.t("At"), at]),
      context: "identity",
    };
  }
  return {
    label: name ?? email ?? (me.id === undefined ? l10n.t("Unknown user") : l10n.t`id ${me.id}`),
    description: joinTextParts(email, key?.name && l10n.t`key "${key.name}"`, formatExpiry(key?.expiresAt, now)),
    icon: "account",
    facts: () =>
      collectFacts(
        [l10n.t("Signed in as"), name],
        [l10n.t("Email"), email],
        [l10n.t("At"), at],
        [l10n.t("Key"), key?.name],
        [l10n.t("Its scopes"), key?.scopes?.join(", ")],
        [l10n.t("It expires"), key?.expiresAt === null ? l10n.t("never") : key?.expiresAt],
      ),
    context: "identity",
  };
}

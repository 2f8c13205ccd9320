import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import { formatQuantity } from "../../../../text/language/formatQuantity.ts";
import { removeMarkdown } from "../../../../text/markdown/removeMarkdown.ts";
import type { PromptChoice } from "../../../base/ports.ts";
import { openRememberedTexts } from "../../../base/rememberedTexts.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { type CredentialChoice, listCredentialChoices } from "../../model/credentials/credentialChoices.ts";
import { formatGroupSentAs } from "../../model/credentials/variableGroups.ts";
import { readServer } from "../../model/readServer.ts";
import { formatVariablePurpose, type Variable } from "../../model/serverVariables.ts";

/** The variables that the user is asked for, and whether that came after a choice, to which Back returns. */
export interface ChosenCredential {
  readonly variables: readonly Variable[];
  readonly isPicked: boolean;
  /** With the account that was connected just now. */
  readonly server?: Server;
}

/** The user is not asked for a credential. */
export const noCredential: ChosenCredential = { variables: [], isPicked: false };

/**
 * Asks how the API of a server without a credential knows its caller; one credential needs no choice. undefined: cancelled. `None` is
 * remembered.
 */
export async function chooseCredential(
  app: ConnectedServices,
  client: ServiceClient,
  server: Server,
  title: string,
): Promise<ChosenCredential | undefined> {
  const choices = listCredentialChoices(server);
  const [only] = choices;
  if (!only || openDeclined(app).has(toKey(app, server))) return noCredential;
  if (choices.length === 1 && !only.isAccount) return { variables: only.variables, isPicked: false };
  const picked = await app.prompts.pick<CredentialChoice | "later" | "none">({
    title,
    placeholder: l10n.t("How does this API know you?"),
    choices: [...choices.flatMap(listWays).map((way) => describeChoice(server, way)), ...withoutCredential],
  });
  if (picked === undefined) return undefined;
  if (picked === "none") await declineCredential(app, server);
  if (picked === "later" || picked === "none") return noCredential;
  if (!picked.isAccount) return { variables: picked.variables, isPicked: true };
  await app.run("fairlead.server.connectAccount", { node: { kind: "variables", server } });
  const connected = await readServer(client, server.id);
  return connected && listCredentialChoices(connected).length === 0
    ? { ...noCredential, server: connected }
    : undefined;
}

/** Remembers that the user left the only credential empty. */
export const declineCredential = (app: ConnectedServices, server: Server): Promise<void> =>
  openDeclined(app).add(toKey(app, server));

/** Forgets the answer, because the user wants to give a credential. */
export const forgetDeclined = (app: ConnectedServices, server: Server): Promise<void> =>
  openDeclined(app).remove(toKey(app, server));

/** The servers whose API needs no credential, as the user said. */
const openDeclined = ({ memory }: ConnectedServices) => openRememberedTexts(memory, "user", "declinedCredentials");

/** Services may use the same ids. */
const toKey = ({ connections }: ConnectedServices, { id }: Server) => `${connections.scope() ?? ""} ${id}`;

/** A user may have a token of an account already, where the document names only the sign-in for it. */
const listWays = (choice: CredentialChoice): readonly CredentialChoice[] =>
  choice.isAccount && choice.variables.length > 0 ? [choice, { ...choice, isAccount: false }] : [choice];

function describeChoice(server: Server, choice: CredentialChoice): PromptChoice<CredentialChoice> {
  const { groups, operations, isAccount } = choice;
  const [first] = groups;
  return {
    label: groups.map(({ label }) => label).join(" + "),
    description: joinTextParts(
      isAccount ? l10n.t("an account, in the browser") : groups.map(formatGroupSentAs).join(", "),
      operations === undefined ? undefined : formatQuantity(operations, l10n.t("operation"), l10n.t("operations")),
    ),
    detail: first ? removeMarkdown(formatVariablePurpose(server, first.main, { showsSentAs: true })) : "",
    icon: "key",
    value: choice,
  };
}

const withoutCredential = [
  {
    label: l10n.t("Later"),
    detail: l10n.t("Calls that need a credential fail until then. You are asked again."),
    icon: "watch",
    value: "later" as const,
  },
  {
    label: l10n.t("None"),
    detail: l10n.t("This API takes calls without one. You are not asked again for this server."),
    icon: "circle-slash",
    value: "none" as const,
  },
];

import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import { isAddressOpen, isVariableSet } from "../../../contract/serverVariableState.ts";
import { formatCredentialHost, formatReceivers } from "../../../text/hosts/credentialHost.ts";
import { readAddedHeader } from "../../../text/variables/addedHeader.ts";

/** A variable as a service states it. */
export type Variable = NonNullable<Server["variables"]>[number];

/** The saved value of a variable that is not secret; undefined: there is none, or the service hides it. */
export function readVariableValue({ environment = {} }: Server, { name, secret }: Variable): string | undefined {
  const value = secret === false && Object.hasOwn(environment, name) ? environment[name] : undefined;
  return value === null || value === "" ? undefined : value;
}

/** Whether the API gets its value as a credential. */
export const isCredential = ({ sentAs }: Variable) => sentAs !== undefined;

/** The hosts that get its value. */
export function listReceivers(server: Server, { name, sentTo, sentAs }: Variable): readonly string[] | undefined {
  const isOfApi = sentAs !== undefined && !sentAs.startsWith("OAuth client ") && !readAddedHeader(name);
  return isOfApi ? applyEnteredAddress(server, sentTo) : sentTo;
}

/** An address of the API that the user entered gets the credentials of the document's hosts. */
export function applyEnteredAddress<Hosts extends readonly string[] | undefined>(
  { environment, variables = [] }: Server,
  hosts: Hosts,
): Hosts | readonly string[] {
  const entered = URL.parse(environment?.API_BASE_URL?.trim() ?? "");
  if (!entered) return hosts;
  const kept = isAddressOpen(variables) ? (hosts ?? []) : [];
  return [...new Set([formatCredentialHost(entered), ...kept])];
}

/**
 * What it is for. The text of a generated server names the document's hosts; an address that the user entered takes their place.
 * `showsSentAs`: how it is sent is said beside the text, and not again in it.
 */
export function formatVariablePurpose(server: Server, variable: Variable, { showsSentAs = false } = {}): string {
  const { description, sentTo = [], sentAs } = variable;
  if (!description || sentAs === undefined) return description ?? "";
  const receivers = formatReceivers(listReceivers(server, variable) ?? [], showsSentAs ? undefined : sentAs);
  return description.replace(formatReceivers(sentTo, sentAs), () => receivers).trim();
}

/** `set`, `not set, required`, `changed since deployed`, for hosts `allowed`; undefined: the service does not say. */
export function formatVariableState(server: Server, variable: Variable): string | undefined {
  const isSet = isVariableSet(server, variable);
  if (isSet === false && variable.required) return l10n.t("not set, required");
  if (variable.changed) return isSet === false ? l10n.t("cleared since deployed") : l10n.t("changed since deployed");
  if (isSet === undefined) return undefined;
  // Hosts are not counted as values that are set.
  if (variable.hosts) return isSet ? l10n.t("allowed") : l10n.t("not allowed");
  return isSet ? l10n.t("set") : l10n.t("not set");
}

/** The required variables that may have no value, which a deployment needs. */
export function listUnsetVariables(server: Server): readonly Variable[] {
  return (server.variables ?? []).filter((one) => one.required && !isVariableSet(server, one));
}

/**
 * Whether a value is another than the one that the live deployment runs with, as far as the service says so. A stopped
 * server starts with the new values.
 */
export function hasChangedVariables({ desiredState, variables = [] }: Server): boolean {
  return desiredState !== "stopped" && variables.some(({ changed }) => changed === true);
}

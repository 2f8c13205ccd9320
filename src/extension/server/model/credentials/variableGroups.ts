import * as l10n from "@vscode/l10n";
import type { Deployment } from "../../../../contract/deployments.ts";
import type { Server } from "../../../../contract/servers.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import { formatHeaderName, readAddedHeader } from "../../../../text/variables/addedHeader.ts";
import { formatAccountStatus } from "../serverAccounts.ts";
import { formatVariableState, hasChangedVariables, type Variable } from "../serverVariables.ts";

/** What a user sees as one: a variable, or all variables of one credential. */
export interface VariableGroup {
  /** Unique in its server. */
  readonly key: string;
  readonly label: string;
  /** The variable whose value the others belong to. */
  readonly main: Variable;
  /** The variables that have values, `main` among them. */
  readonly values: readonly Variable[];
  /** The list of the hosts that get the values. */
  readonly hosts: Variable | undefined;
}

/** The variables of a server in their order, those of one credential together. */
export function listVariableGroups({ variables = [] }: Pick<Server, "variables">): readonly VariableGroup[] {
  return [...Map.groupBy(variables, readGroupKey)].flatMap(([key, members]) => {
    const [first] = members;
    const values = members.filter(({ hosts }) => members.length === 1 || hosts === undefined);
    const main = values.find((one) => !isBesideMain(one)) ?? first;
    if (!first || !main) return [];
    return [{ key, label: formatGroupLabel(first), main, values, hosts: members.find((one) => !values.includes(one)) }];
  });
}

/** The text with the labels of credentials in place of the names of their variables. */
export function labelCredentials(server: Pick<Server, "variables">, text: string): string {
  const named = (server.variables ?? []).filter(({ credential }) => credential);
  const labels = new Map(named.map((variable) => [variable.name, formatGroupLabel(variable)]));
  return text.replaceAll(/\w+(?: and \w+)*/g, (words) =>
    [...new Set(words.split(" and ").map((word) => labels.get(word) ?? word))].join(" and "),
  );
}

/** The same with the labels of credentials in its message, such as a deployment's health or one of its checks. */
export const labelMessage = <Health extends { readonly message?: string | null | undefined }>(
  server: Pick<Server, "variables"> | undefined,
  health: Health,
): Health => (server && health.message ? { ...health, message: labelCredentials(server, health.message) } : health);

/** The deployment with the labels of its server's credentials in its health. */
export const labelHealth = (server: Pick<Server, "variables"> | undefined, deployment: Deployment): Deployment =>
  deployment.health ? { ...deployment, health: labelMessage(server, deployment.health) } : deployment;

const readGroupKey = ({ name, credential }: Variable) =>
  credential ? `credential ${credential.name}` : (readAddedHeader(name)?.variable ?? name);

function formatGroupLabel({ name, credential }: Variable): string {
  if (credential) return formatSchemeName(credential.name);
  const header = readAddedHeader(name);
  return header ? formatHeaderName(header.name) : name;
}

/** A credential works without it: a password that the API does not want, or the client with which an account is connected. */
const isBesideMain = ({ sentAs = "" }: Variable) => /^(?:Basic password|OAuth client )/.test(sentAs);

/** The values of a credential that a user enters together: a user name with its password. */
export const listEnteredValues = ({ main, values }: VariableGroup): readonly Variable[] =>
  values.filter((one) => one === main || !isBesideMain(one) || one.sentAs === "Basic password");

/** Whether the API can get the credential, or the variable has a value; undefined: the service does not say. */
export function isGroupSet(server: Server, { main }: VariableGroup): boolean | undefined {
  return findGroupAccount(server, main)?.status === "connected" || isVariableSet(server, main);
}

/** The account that can be connected in place of the value. */
export const findGroupAccount = ({ accounts = [] }: Server, { credential }: Variable) =>
  credential && accounts.find(({ scheme }) => scheme === credential.name);

/** The state of a variable, or of all variables of a credential. */
export function formatGroupState(server: Server, { main, values }: VariableGroup): string | undefined {
  const account = isVariableSet(server, main) ? undefined : findGroupAccount(server, main);
  if (account) return formatAccountStatus(account);
  const incomplete = values.find((one) => one.required && isVariableSet(server, one) === false);
  const changed = values.find((one) => one.changed);
  return formatVariableState(server, incomplete ?? changed ?? main);
}

/** The page that says where to find a value. */
export const readDocumentation = ({ values }: VariableGroup): string | undefined =>
  values.find(({ documentation }) => documentation !== undefined)?.documentation;

/** How requests carry the credential; undefined where its label says it: `Bearer`. */
export const formatGroupSentAs = ({ label, main: { sentAs } }: VariableGroup): string | undefined => {
  if (sentAs === "Basic user") return l10n.t("user and password");
  return sentAs?.toLowerCase().startsWith(label.toLowerCase()) ? undefined : sentAs;
};

/** `needs API key`, or `changed since deployed · 2 of 3 set`. */
export function summarizeVariables(server: Server): string {
  const groups = listVariableGroups(server);
  const missing = groups.filter(({ values }) =>
    values.some((one) => one.required && isVariableSet(server, one) === false),
  );
  const changed = hasChangedVariables(server) ? l10n.t("changed since deployed") : undefined;
  return missing.length > 0 ? formatMissing(missing) : joinTextParts(changed, formatCount(server, groups));
}

const formatMissing = (missing: readonly VariableGroup[]) =>
  missing.length === 1 ? l10n.t`needs ${missing[0]?.label ?? ""}` : l10n.t`needs ${missing.length} values`;

/** Counts what the user has entered or needs: no list of agreed hosts, no default, and no other credential beside one that is complete. */
function formatCount(server: Server, groups: readonly VariableGroup[]): string | undefined {
  const entered = groups.filter(({ main }) => main.hosts === undefined);
  if (entered.some((one) => isGroupSet(server, one) === undefined)) return undefined;
  const set = entered.filter((one) => isGroupSet(server, one));
  const credentials = entered.flatMap((one) => (one.main.credential ? [{ ...one.main.credential, group: one }] : []));
  const given = credentials.filter(({ group }) => set.includes(group));
  const chosen = given.length > 0 ? given : credentials.slice(0, 1);
  const names = chosen.flatMap(({ name, needs = [] }) => [name, ...needs]);
  const needed = credentials.filter(({ name }) => names.includes(name)).map(({ group }) => group);
  const count = new Set([...set, ...needed]).size;
  return count === 0 ? undefined : l10n.t`${set.length} of ${count} set`;
}

const acronyms: Readonly<Record<string, string>> = { api: "API", oauth: "OAuth", oauth2: "OAuth 2", jwt: "JWT" };
/** Words that say only where a key stands, or that something is a security scheme. */
const schemeWords = /^(?:authentication|authorization|auth|cookie|header|param|parameter|query|scheme|security)$/i;

/** `Client token` for `clientTokenAuthorizationHeader`, `API key` for `ApiKeyAuth`; the name of a header stays as it is. */
export function formatSchemeName(name: string): string {
  if (/[\s-]/.test(name)) return name.replace(/ (?:body|cookie|header|query)$/, "");
  const all = name
    .replaceAll("OAuth", "Oauth")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_.]+/)
    .filter((word) => word !== "");
  const last = all.findLastIndex((word) => !schemeWords.test(word));
  const words = all
    .slice(0, last === -1 ? undefined : last + 1)
    .map((word) => acronyms[word.toLowerCase()] ?? lower(word));
  const text = words.join(" ");
  return text === "" ? name : text.charAt(0).toUpperCase() + text.slice(1);
}

const lower = (word: string) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase());

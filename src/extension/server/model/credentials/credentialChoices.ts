import type { Server } from "../../../../contract/servers.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import { readAddedHeader } from "../../../../text/variables/addedHeader.ts";
import type { Variable } from "../serverVariables.ts";
import {
  findGroupAccount,
  isGroupSet,
  listEnteredValues,
  listVariableGroups,
  type VariableGroup,
} from "./variableGroups.ts";

/** A way in which an API can know its caller: a credential, with those that are sent wherever it is. */
export interface CredentialChoice {
  readonly groups: readonly VariableGroup[];
  /** How many operations take it; undefined: the service does not say. */
  readonly operations: number | undefined;
  /** An account is connected in the browser instead of a value that is entered. */
  readonly isAccount: boolean;
  /** The variables that have no value yet. */
  readonly variables: readonly Variable[];
}

/** The credentials of a server that has none yet, best first; empty if it has one, or the service does not say. */
export function listCredentialChoices(server: Server): readonly CredentialChoice[] {
  const groups = listVariableGroups(server);
  const sent = groups.filter(({ main }) => main.credential || readAddedHeader(main.name));
  if (sent.some((group) => isGroupSet(server, group) !== false)) return [];
  const choices = groups.flatMap((group) => {
    const { credential } = group.main;
    if (!credential) return [];
    const { name, needs = [] } = credential;
    const all = groups.filter(({ main }) => main.credential && [name, ...needs].includes(main.credential.name));
    return [createChoice(server, all, credential.operations)];
  });
  const distinct = new Map(choices.map((choice) => [choice.groups.map(({ key }) => key).join(), choice]));
  return [...distinct.values()].toSorted(compareChoices);
}

/** Whether the user must connect an account before calls work: another credential, given or not, can do in its place. */
export function isAccountMissing(server: Server): boolean {
  const { accounts = [], variables = [] } = server;
  const ofClients = accounts.flatMap(({ clientIdVariable, clientSecretVariable }) => [
    clientIdVariable,
    clientSecretVariable,
  ]);
  const isGiven = variables.some(
    (one) => one.credential && !ofClients.includes(one.name) && isVariableSet(server, one),
  );
  const isOnlyWay = listCredentialChoices(server).every(({ isAccount }) => isAccount);
  return !isGiven && isOnlyWay && accounts.some(({ status }) => status !== "connected");
}

function createChoice(server: Server, groups: readonly VariableGroup[], operations: number | undefined) {
  const isAccount = groups.some(({ main }) => findGroupAccount(server, main));
  const variables = groups.flatMap(listEnteredValues).filter((one) => isVariableSet(server, one) === false);
  return { groups, operations, isAccount, variables };
}

/** What most operations take comes first, and a header before a password, a cookie, which is for browsers, and the query, which logs record. */
function compareChoices(one: CredentialChoice, other: CredentialChoice): number {
  return (other.operations ?? 0) - (one.operations ?? 0) || rankTransport(one) - rankTransport(other);
}

function rankTransport({ groups }: CredentialChoice): number {
  const sentAs = groups.map(({ main }) => main.sentAs ?? "");
  const ranks = ["Basic", "cookie", "query"].map((start, index) =>
    sentAs.some((text) => text.startsWith(start)) ? index + 1 : 0,
  );
  return Math.max(...ranks);
}

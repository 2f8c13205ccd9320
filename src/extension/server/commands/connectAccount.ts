import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { OauthConnection, ServerAccount } from "../../../contract/oauthConnections.ts";
import type { Server } from "../../../contract/servers.ts";
import { type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { CommandError } from "../../base/failure.ts";
import type { Polling } from "../../base/polling.ts";
import { askInSequence, createTextQuestion } from "../../base/prompts/askInSequence.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readServer } from "../model/readServer.ts";
import { formatAccountName, formatAccountStatus } from "../model/serverAccounts.ts";
import { onServer } from "./findServer.ts";

const title = l10n.t("Connect Account");

/** Connects an account to a server: in the browser, at the service's page and the provider's. */
export const connectAccount = onServer<ConnectedServices>(
  {
    title,
    suits: ({ accounts = [] }) => accounts.length > 0,
    none: l10n.t("No server has an API that needs an account."),
  },
  async (app, { client, server }) => {
    const account = await chooseAccount(app, server);
    if (!account) return;
    const input = { serverId: server.id, account: account.scheme };
    const { resource } = await client.call("runtime.token", input);
    const redirectUri = resource?.replace(/\/[^/]+\/[^/]+$/, "/callback");
    const environment = await askAccountClient(app, { server, account, redirectUri });
    if (!environment) return;
    if (Object.keys(environment).length > 0) await client.call("server.update", { id: server.id, environment });
    await inBrowser(app, client, server, account);
  },
);

async function inBrowser(
  app: EditorServices,
  client: ServiceClient,
  server: Server,
  account: ServerAccount,
): Promise<void> {
  const { scheme } = account;
  const input = { serverId: server.id, scheme };
  const host = formatAccountName(account);
  const before = await readServerAccount(client, input);
  const connecting = l10n.t`Connecting ${server.name} to ${host}`;
  const ended = await runCancellable(app.progress, connecting, async (report, signal) => {
    // Created last, because it expires soon and the prompts may take longer.
    const { accessToken, resource } = await client.call("runtime.token", { serverId: server.id, account: scheme });
    if (resource === undefined)
      throw new CommandError(l10n.t("The service does not say where the account is connected."));
    const url = `${resource}?ticket=${encodeURIComponent(accessToken)}`;
    if (!(await app.openExternal(url))) {
      offerLink(app, url);
      return undefined;
    }
    report(l10n.t("Sign in there in the browser..."));
    return waitForAccount(client, input, before, { signal, polling: app.polling });
  });
  app.refresh("fairlead.account", "fairlead.servers");
  if (ended.kind === "done" && ended.value) showConnectedMessage(app, server, ended.value, host);
}

function showConnectedMessage(app: EditorServices, server: Server, connection: OauthConnection, host: string): void {
  const message = connection.account
    ? l10n.t`${server.name} uses the account ${connection.account} at ${host}.`
    : l10n.t`${server.name} uses an account at ${host}.`;
  app.messages.status(message);
}

function offerLink(app: EditorServices, url: string): void {
  const message = l10n.t(
    "The browser was not opened. The link works once, within two minutes, in a browser of this machine.",
  );
  showMessage(app, "warning", message, { [l10n.t("Copy Link")]: () => app.clipboard(url) });
}

async function chooseAccount(app: EditorServices, server: Server): Promise<ServerAccount | undefined> {
  const { name, accounts = [] } = server;
  const [only] = accounts;
  if (!only) return showMessage(app, "info", l10n.t`The API of ${name} needs no account.`);
  if (accounts.length === 1) return only;
  return app.prompts.pick({
    title,
    placeholder: l10n.t`Which account of ${name}?`,
    choices: accounts.map((account) => ({
      label: formatAccountName(account),
      description: formatAccountStatus(account),
      detail: account.scheme,
      icon: account.status === "connected" ? "pass" : "warning",
      value: account,
    })),
    active: ({ status }) => status !== "connected",
  });
}

interface Asked {
  readonly server: Server;
  readonly account: ServerAccount;
  /** The provider's redirect URI; undefined: the service does not report it. */
  readonly redirectUri: string | undefined;
}

/**
 * Prompts for the OAuth client of the provider, as variables of the server's environment; empty if they are set,
 * undefined: cancelled.
 */
async function askAccountClient(
  app: EditorServices,
  { server, account, redirectUri }: Asked,
): Promise<Readonly<Record<string, string | null>> | undefined> {
  const { clientIdVariable, clientSecretVariable, newSecretAddress } = account;
  // A service that names no variable uses its own client.
  if (clientIdVariable === undefined) return {};
  const savedId = server.environment?.[clientIdVariable];
  if (savedId !== undefined && newSecretAddress === undefined) return {};
  const host = formatAccountName(account);
  const title = l10n.t`Connect ${server.name} to ${host}`;
  const idPrompt = redirectUri
    ? l10n.t`The client id registered at ${host}, with ${redirectUri} as the address to return to`
    : l10n.t`The client id registered at ${host}`;
  const missingId = l10n.t("Enter the client id: the provider gives it to registered clients.");
  const secretPrompt =
    newSecretAddress === undefined
      ? l10n.t("The client's secret; leave it empty where the provider gave none")
      : l10n.t`The client's secret for ${newSecretAddress}. The saved one was given for another address and does not go there; leave it empty to remove it`;
  const validate = (text: string) => (text.trim() === "" ? missingId : undefined);
  const fields = await askInSequence({ id: savedId ?? "", secret: "" }, [
    createTextQuestion(app.prompts, "id", () => ({ title, prompt: idPrompt, validate })),
    createTextQuestion(app.prompts, "secret", () => ({ title, prompt: secretPrompt, secret: true })),
  ]);
  if (!fields) return undefined;
  const { id, secret } = fields;
  if (clientSecretVariable === undefined || (secret === "" && newSecretAddress === undefined))
    return { [clientIdVariable]: id };
  return { [clientIdVariable]: id, [clientSecretVariable]: secret === "" ? null : secret };
}

interface RequestedAccount {
  readonly serverId: string;
  readonly scheme: string;
}

/** The user returns from the browser at any time, so the interval stays short. */
const lookMs = { first: 500, longest: 4000 } as const;
/** The server, and its account. */
const requests = 2;
/** The service accepts the redirect for ten minutes. */
const longestMs = 10 * 60_000;

/** The current connection of a server's scheme. */
async function readServerAccount(
  client: ServiceClient,
  { serverId, scheme }: RequestedAccount,
  signal?: AbortSignal,
): Promise<OauthConnection | undefined> {
  const server = await readServer(client, serverId, signal);
  const found = server?.accounts?.find((account) => account.scheme === scheme);
  if (!found?.connectionId) return undefined;
  return client.call("oauthConnection.get", { id: found.connectionId }, signal ? { signal } : {});
}

/** Polls until an account other than `before` is connected, while the user signs in in the browser. */
async function waitForAccount(
  client: ServiceClient,
  requestedAccount: RequestedAccount,
  before: OauthConnection | undefined,
  { signal, polling }: { readonly signal: AbortSignal; readonly polling: Polling },
): Promise<OauthConnection> {
  const endsAt = performance.now() + longestMs;
  for (let waitMs: number = lookMs.first; ; waitMs = Math.min(lookMs.longest, waitMs * 2)) {
    await polling.wait(waitMs, requests, signal);
    const found = await readServerAccount(client, requestedAccount, signal);
    if (found?.status === "connected" && found.connectedAt !== before?.connectedAt) return found;
    if (performance.now() > endsAt)
      throw new CommandError(l10n.t("No account was connected within ten minutes. The page in the browser says why."));
  }
}

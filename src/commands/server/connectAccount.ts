import type { Client } from "../../client/client.ts";
import type { OauthConnection, ServerAccount } from "../../contract/oauthConnections.ts";
import type { Server } from "../../contract/servers.ts";
import { back } from "../../core/foundation/ports.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { accountStatus, providerName } from "../../core/server/serverAccounts.ts";
import { accountNow, untilConnected } from "../../core/server/waitForAccount.ts";
import type { App, Command } from "../app.ts";
import { askAccountClient } from "./askAccountClient.ts";
import { findServer } from "./findServer.ts";

const title = "Connect Account";

/** Connects somebody's account to a server: in the browser, at the service's page and the provider's. */
export const connectAccount: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const none = "No server has an API that wants an account.";
  const server = await findServer(app, client, target, { title, suits: ({ accounts }) => accounts.length > 0, none });
  const account = server && (await chooseAccount(app, server));
  if (!server || !account) return;
  const wanted = { serverId: server.id, account: account.scheme };
  const { resource } = await client.call("runtime.token", wanted);
  const redirectUri = resource.replace(/\/[^/]+\/[^/]+$/, "/callback");
  const environment = await askAccountClient(app, { server, account, redirectUri });
  if (!environment) return;
  if (Object.keys(environment).length > 0) await client.call("server.update", { id: server.id, environment });
  await inBrowser(app, client, server, account);
};

async function inBrowser(app: App, client: Client, server: Server, { scheme, provider }: ServerAccount): Promise<void> {
  const wanted = { serverId: server.id, scheme };
  const host = providerName(provider);
  const before = await accountNow(client, wanted);
  const task = { title: `Connecting ${server.name} to ${host}`, in: "notification" } as const;
  const ended = await runCancellable(app.progress, task, async (report, signal) => {
    // Made only now: it is good for a moment, and whoever was asked something may have taken longer.
    const { accessToken, resource } = await client.call("runtime.token", { serverId: server.id, account: scheme });
    const url = `${resource}?ticket=${encodeURIComponent(accessToken)}`;
    if (!(await app.openExternal(url))) {
      offerLink(app, url);
      return undefined;
    }
    report("Sign in there in the browser...");
    return untilConnected(client, wanted, before, signal);
  });
  app.refresh("fairlead.account", "fairlead.servers");
  if (ended.kind === "done" && ended.value) tellConnected(app, server, ended.value, host);
}

function tellConnected(app: App, server: Server, connection: OauthConnection, host: string): void {
  const whose = connection.account === null ? `an account at ${host}` : `the account ${connection.account} at ${host}`;
  say(app, "info", `${server.name} uses ${whose}.`);
}

function offerLink(app: App, url: string): void {
  const message = "The browser was not opened. The link works once, within two minutes, in a browser of this machine.";
  say(app, "warning", message, { "Copy Link": () => app.clipboard(url) });
}

async function chooseAccount(app: App, server: Server): Promise<ServerAccount | undefined> {
  const { name, accounts } = server;
  const [only] = accounts;
  if (!only) {
    say(app, "info", `The API of ${name} wants no account.`);
    return undefined;
  }
  if (accounts.length === 1) return only;
  const picked = await app.prompts.pick({
    title,
    placeholder: `Which account of ${name}?`,
    choices: accounts.map((account) => ({
      label: providerName(account.provider),
      description: accountStatus(account),
      detail: account.scheme,
      icon: account.status === "connected" ? "pass" : "warning",
      value: account,
    })),
    active: ({ status }) => status !== "connected",
  });
  return picked === back ? undefined : picked;
}

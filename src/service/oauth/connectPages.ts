import type { HtmlPage } from "./htmlPage.ts";

/** The words of the pages that a person meets while an account is connected. */
const again = 'Go back to the editor and choose "Connect Account" again.';
const close = "You can close this page.";

export const ticketExpiredPage: HtmlPage = {
  status: 403,
  title: "This link is not valid any more",
  lines: ["It works once, for one account and for a few minutes.", again],
};

export const nothingToConnectPage: HtmlPage = {
  status: 404,
  title: "There is no such account to connect",
  lines: ["The server does not want this account any more. Its document may have changed since.", again],
};

export const unknownAuthorizationPage: HtmlPage = {
  status: 400,
  title: "This sign-in was not begun here",
  lines: ["It took too long, was finished already, or was begun in another browser. Nothing was connected.", again],
};

export const createMissingClientPage = (
  server: string,
  provider: string,
  variable: string,
  redirectUri: string,
): HtmlPage => ({
  status: 409,
  title: `${provider} does not know this service yet`,
  lines: [
    `Register a client (an "app") at ${provider}, with this address to return to: ${redirectUri}`,
    `Then set ${variable} to the client's id in the environment of "${server}", with the secret beside it if there is one.`,
    again,
  ],
});

export const createConnectFailedPage = (provider: string, reason: string): HtmlPage => ({
  status: 502,
  title: "The account was not connected",
  lines: [reason, `Check what is registered at ${provider}, and the server's client id and secret. ${again}`],
});

export const createInternalErrorPage = (requestId: string): HtmlPage => ({
  status: 500,
  title: "Something went wrong in the service",
  lines: [`Nothing was connected. Look for ${requestId} in the service's log.`, again],
});

export const createAccessDeniedPage = (server: string, provider: string): HtmlPage => ({
  status: 200,
  title: "The account was not connected",
  lines: [`Access was denied at ${provider}. "${server}" goes on without the account.`, close],
});

export const createConnectedPage = (server: string, provider: string, account: string | null): HtmlPage => ({
  status: 200,
  title: "The account is connected",
  lines: [
    account === null
      ? `"${server}" uses your account at ${provider} from now on.`
      : `"${server}" uses the account ${account} at ${provider} from now on.`,
    `Its tokens stay with the service, sealed. ${close}`,
  ],
});

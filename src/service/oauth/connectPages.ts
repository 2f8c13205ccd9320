import type { HtmlPage } from "./htmlPage.ts";

/** The pages that a user sees while connecting an account. */
const retryAdvice = 'Go back to the editor and choose "Connect Account" again.';
const closeAdvice = "You can close this page.";

export const ticketExpiredPage: HtmlPage = {
  status: 403,
  title: "This link is no longer valid",
  lines: ["A link works once, for one account and for a few minutes.", retryAdvice],
};

export const nothingToConnectPage: HtmlPage = {
  status: 404,
  title: "There is no such account to connect",
  lines: ["The server does not use this account. Its document may have changed.", retryAdvice],
};

export const unknownAuthorizationPage: HtmlPage = {
  status: 400,
  title: "This sign-in is unknown",
  lines: [
    "It took too long, is already finished, or was started in another browser. No account was connected.",
    retryAdvice,
  ],
};

export const createConsentPage = (
  { server, provider, user }: { readonly server: string; readonly provider: string; readonly user: string },
  continueUrl: string,
): HtmlPage => ({
  status: 200,
  title: `Connect your account at ${provider}?`,
  lines: [
    `"${server}" will use it in the calls of ${user}, who chose "Connect Account" in an editor.`,
    `If you are not ${user}, or did not choose this just now, close this page: no account is connected.`,
  ],
  link: { label: `Continue to ${provider}`, url: continueUrl },
});

export const createMissingClientPage = (
  server: string,
  provider: string,
  variable: string,
  redirectUri: string,
): HtmlPage => ({
  status: 409,
  title: `${provider} does not know this service yet`,
  lines: [
    `Register a client (an "app") at ${provider}, with this redirect URI: ${redirectUri}`,
    `Then set ${variable} to the client's id in the environment of "${server}", with the secret beside it if there is one.`,
    retryAdvice,
  ],
});

export const createNewSecretAddressPage = (server: string, address: string): HtmlPage => ({
  status: 409,
  title: "The client's secret was given for another address",
  lines: [
    `The document of "${server}" now names ${address}, which has not got the secret.`,
    `If it may have the secret, enter the secret again. ${retryAdvice}`,
  ],
});

export const createConnectFailedPage = (provider: string, reason: string): HtmlPage => ({
  status: 502,
  title: "The account was not connected",
  lines: [reason, `Check what is registered at ${provider}, and the server's client id and secret. ${retryAdvice}`],
});

export const createInternalErrorPage = (requestId: string): HtmlPage => ({
  status: 500,
  title: "Something went wrong in the service",
  lines: [`No account was connected. The service's log contains the cause: search for ${requestId}.`, retryAdvice],
});

export const createAccessDeniedPage = (server: string, provider: string): HtmlPage => ({
  status: 200,
  title: "The account was not connected",
  lines: [`You denied access at ${provider}. "${server}" continues without the account.`, closeAdvice],
});

export const createAccessLostPage = (server: string): HtmlPage => ({
  status: 403,
  title: "The account was not connected",
  lines: [`The key of your editor no longer has access to "${server}". Sign in there again.`, retryAdvice],
});

export const createConnectedPage = (server: string, provider: string, account: string | null): HtmlPage => ({
  status: 200,
  title: "The account is connected",
  lines: [
    account === null
      ? `"${server}" uses your account at ${provider} from now on.`
      : `"${server}" uses the account ${account} at ${provider} from now on.`,
    `The service stores its tokens encrypted. ${closeAdvice}`,
  ],
});

import type { HtmlPage } from "../oauth/htmlPage.ts";

/** The pages that a user sees while signing in from an editor. */
const retryAdvice = 'Go back to the editor and choose "Sign In" again.';
const noKeyNote = "The editor got no key.";

/** The link with which the page gives the editor its answer. */
type EditorLink = NonNullable<HtmlPage["link"]>;
const createReturnLink = (url: string): EditorLink => ({ label: "Return to the Editor", url });

export const invalidRequestPage: HtmlPage = {
  status: 400,
  title: "This link does not come from an editor",
  lines: ["The page was opened without what an editor adds to its address.", retryAdvice],
};

export const createRefusedRedirectPage = (host: string): HtmlPage => ({
  status: 400,
  title: "This link does not lead back to an editor on this computer",
  lines: [
    `It would give a key to ${host}. Only an editor on the computer of this browser gets one, so nothing was done.`,
    "If you use your own editor at that address, add the connection with an API key.",
  ],
});

export const createTooManyPage = (detail: string): HtmlPage => ({
  status: 429,
  title: "There were too many sign-ins",
  lines: [detail, retryAdvice],
});

export const unknownSignInPage: HtmlPage = {
  status: 400,
  title: "This sign-in is unknown",
  lines: [`It took too long, is already finished, or was started in another browser. ${noKeyNote}`, retryAdvice],
};

export const createFailedPage = (reason: string, returnUrl: string): HtmlPage => ({
  status: 502,
  title: "You were not signed in",
  lines: [reason, `If it happens again, inform the operator of this service. ${retryAdvice}`],
  link: createReturnLink(returnUrl),
});

export const createInternalErrorPage = (requestId: string, returnUrl: string): HtmlPage => ({
  status: 500,
  title: "Something went wrong in the service",
  lines: [`You were not signed in. The service's log contains the cause: search for ${requestId}.`, retryAdvice],
  link: createReturnLink(returnUrl),
});

export const createDeniedPage = (provider: string, returnUrl: string): HtmlPage => ({
  status: 200,
  title: "You were not signed in",
  lines: [`The sign-in was cancelled at ${provider}. ${noKeyNote}`],
  link: createReturnLink(returnUrl),
});

export const createUnverifiedPage = (provider: string, email: string | undefined, returnUrl: string): HtmlPage => ({
  status: 403,
  title: "Your email address is not confirmed",
  lines: [
    email === undefined
      ? `${provider} gives this service no email address of yours.`
      : `${provider} does not say that ${email} is confirmed.`,
    `Confirm it in your account there, or ask the operator of this service for an API key. ${noKeyNote}`,
  ],
  link: createReturnLink(returnUrl),
});

export const createUnknownMemberPage = (email: string, returnUrl: string): HtmlPage => ({
  status: 403,
  title: `${email} is not a member`,
  lines: [
    `You are signed in, but this service has no member with this address. ${noKeyNote}`,
    `Ask the operator of this service to add you with --member "Name <${email}>". Then sign in again.`,
  ],
  link: createReturnLink(returnUrl),
});

/** The user agrees here, because a link from somebody else would lead to this page without a question of the provider. */
export const createConsentPage = (
  { email, editor, keyDays }: { readonly email: string; readonly editor: string; readonly keyDays: number },
  continueUrl: string,
): HtmlPage => ({
  status: 200,
  title: `Sign in as ${email}?`,
  lines: [
    `The editor "${editor}" gets an API key with which it works here as you. The key is valid for ${keyDays} days.`,
    'Continue only if you chose "Sign In" in this editor just now. Otherwise close this page: the editor gets no key.',
  ],
  link: { label: "Continue", url: continueUrl },
});

import * as l10n from "@vscode/l10n";
import { runCancellable } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import { isOnThisMachine, readUrlHost } from "../model/connection.ts";
import { createRandomText, createSignInUrl } from "../model/signIn/signInRequest.ts";
import { requestSignInKey, SignInError } from "../model/signIn/signInService.ts";

/** Signs in to a service on its pages in the user's browser, and returns the key that it issues; undefined: cancelled. */
export async function signInWithBrowser(
  { listenForSignIn, openExternal, progress, sendRequest }: ConnectedServices,
  baseUrl: string,
): Promise<string | undefined> {
  const host = readUrlHost(baseUrl);
  const title = l10n.t`Waiting for your sign-in to ${host} in the browser`;
  const ended = await runCancellable(progress, title, async (_report, signal) => {
    const [state, codeVerifier] = [createRandomText(), createRandomText()];
    const listener = await listenForSignIn(state);
    try {
      const { redirectUri } = listener;
      if (!isOnThisMachine({ baseUrl: redirectUri }))
        throw new SignInError(
          l10n.t`A browser cannot return from ${host} to an editor at ${readUrlHost(redirectUri)}. Use an API key.`,
        );
      if (!(await openExternal(createSignInUrl(baseUrl, { ...listener, state, codeVerifier }))))
        throw new SignInError(l10n.t`The browser could not be opened to sign in to ${host}. Use an API key.`);
      const code = (await waitForReturn(listener.returned, host, l10n.t("Use an API key."), signal)).get("code");
      if (code === null)
        throw new SignInError(l10n.t`You were not signed in to ${host}. The page in the browser said why.`);
      return await requestSignInKey(sendRequest, baseUrl, { code, codeVerifier }, signal);
    } finally {
      listener.close();
    }
  });
  return ended.kind === "done" ? ended.value : undefined;
}

/** Our service forgets a sign-in after ten minutes; other servers do not say when. */
const waitMinutes = 10;

/** Waits until the browser returns from a sign-in. `otherWay`: what the user can do where it cannot. */
export async function waitForReturn<T>(
  result: Promise<T>,
  host: string,
  otherWay: string,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const cancel = () => ended.reject(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  const timer = setTimeout(() => {
    const what = l10n.t`You did not finish the sign-in to ${host} within ${waitMinutes} minutes. Sign in again.`;
    const advice = l10n.t("If the browser could not open the last page, this editor runs on another machine.");
    ended.reject(new SignInError(`${what} ${advice} ${otherWay}`));
  }, waitMinutes * 60_000);
  try {
    return await Promise.race([result, ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

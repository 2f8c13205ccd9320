import * as l10n from "@vscode/l10n";
import { SignInError } from "../model/signIn/signInService.ts";

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

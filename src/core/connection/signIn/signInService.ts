import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { signInKeySchema, signInMethodsSchema, signInPaths } from "../../../contract/team/signIn.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { readFetchFailure } from "../../foundation/failure.ts";
import { readUrlHost } from "../connection.ts";

// The routes of a sign-in are not operations of the contract and need no client. They are called with the editor's `fetch`, which
// uses its proxy.

/** A sign-in in the browser gave no key, or its key was not deleted. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

const limitsMs = { methods: 3_000, key: 15_000, revocation: 5_000 } as const;

/** The host of the provider at which the service's members sign in; undefined: the service offers no sign-in. */
export async function findSignInProvider(
  fetchText: (url: string, signal: AbortSignal) => Promise<string>,
  baseUrl: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitsMs.methods)]);
  // A service that does not respond fails again, with the reason, when the key is verified.
  const text = await fetchText(baseUrl + signInPaths.methods, limit).catch(() => "");
  return signInMethodsSchema.safeParse(tryParseJson(text)).data?.browser.provider;
}

/** Exchanges the code of a sign-in for a key. */
export async function requestSignInKey(
  baseUrl: string,
  grant: { readonly code: string; readonly codeVerifier: string },
  signal: AbortSignal,
): Promise<string> {
  const { status, text } = await send(
    baseUrl,
    { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(grant) },
    AbortSignal.any([signal, AbortSignal.timeout(limitsMs.key)]),
  );
  const issued = status === 201 ? signInKeySchema.safeParse(tryParseJson(text)).data : undefined;
  if (issued) return issued.key;
  throw new SignInError(l10n.t`${readUrlHost(baseUrl)} issued no key. ${readProblem(status, text)}`);
}

/** Deletes the key of a sign-in at the service. A key that the service no longer accepts needs no deletion. */
export async function revokeSignInKey(baseUrl: string, key: string): Promise<void> {
  const { status, text } = await send(
    baseUrl,
    { method: "DELETE", headers: { Authorization: `Bearer ${key}` } },
    AbortSignal.timeout(limitsMs.revocation),
  );
  if (status !== 204 && status !== 401) throw new SignInError(readProblem(status, text));
}

/** Follows no redirect, because the request has a secret. */
async function send(baseUrl: string, request: RequestInit, signal: AbortSignal) {
  try {
    const response = await fetch(baseUrl + signInPaths.key, { ...request, signal, redirect: "error" });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new SignInError(
      l10n.t`${readUrlHost(baseUrl)} could not be reached: ${readFetchFailure(cause)}. Check your network.`,
      { cause },
    );
  }
}

const problemSchema = z.object({ detail: z.string().min(1).max(500) });

function readProblem(status: number, text: string): string {
  return problemSchema.safeParse(tryParseJson(text)).data?.detail ?? l10n.t`It answered ${status}.`;
}

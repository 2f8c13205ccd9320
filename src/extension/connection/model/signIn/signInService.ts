import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { PlainResponse, SendRequest } from "../../../../client/sendRequest.ts";
import { signInKeySchema, signInMethodsSchema, signInPaths } from "../../../../contract/team/signIn.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { readErrorMessage, readFetchFailure } from "../../../base/failure.ts";
import type { Logger } from "../../../base/ports.ts";
import { type Connection, readUrlHost } from "../connection.ts";
import type { StoredKey } from "../keyring.ts";

/** A sign-in in the browser gave no key, or its key was not deleted. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

const deadlinesMs = { methods: 3_000, key: 15_000, revocation: 5_000 } as const;

/** What the first request to a service says; `provider` is the host at which its members sign in, if it offers that. */
export type FirstContact =
  | { readonly kind: "reached"; readonly provider: string | undefined }
  | { readonly kind: "unreachable"; readonly problem: string };

/** Asks a service for its ways to sign in. One that is slow counts as reached: it has more time when the key is verified. */
export async function contactForSignIn(
  sendRequest: SendRequest,
  baseUrl: string,
  signal: AbortSignal,
): Promise<FirstContact> {
  const request = {
    method: "GET",
    url: baseUrl + signInPaths.methods,
    deadlineMs: deadlinesMs.methods,
    signal,
  } as const;
  try {
    const { status, text } = await sendRequest(request);
    const methods = status === 200 ? signInMethodsSchema.safeParse(tryParseJson(text)).data : undefined;
    return { kind: "reached", provider: methods?.browser.provider };
  } catch (error) {
    const isUnreachable = error instanceof Error && "kind" in error && error.kind === "network";
    if (!isUnreachable) return { kind: "reached", provider: undefined };
    const [host, reason] = [readUrlHost(baseUrl), readFetchFailure(error)];
    return {
      kind: "unreachable",
      problem: l10n.t`${host} could not be reached: ${reason}. Check the URL, and that the service runs.`,
    };
  }
}

/** Exchanges the code of a sign-in for a key. */
export async function requestSignInKey(
  sendRequest: SendRequest,
  baseUrl: string,
  grant: { readonly code: string; readonly codeVerifier: string },
  signal: AbortSignal,
): Promise<string> {
  const { status, text } = await sendToKeyRoute(sendRequest, baseUrl, {
    method: "POST",
    deadlineMs: deadlinesMs.key,
    signal,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(grant),
  });
  const issued = status === 201 ? signInKeySchema.safeParse(tryParseJson(text)).data : undefined;
  if (issued) return issued.key;
  throw new SignInError(l10n.t`${readUrlHost(baseUrl)} issued no key. ${readProblem(status, text)}`);
}

/** Deletes the key of a sign-in at the service. A key that the service no longer accepts needs no deletion. */
export async function revokeSignInKey(sendRequest: SendRequest, baseUrl: string, key: string): Promise<void> {
  const { status, text } = await sendToKeyRoute(sendRequest, baseUrl, {
    method: "DELETE",
    deadlineMs: deadlinesMs.revocation,
    headers: { Authorization: `Bearer ${key}` },
  });
  if (status !== 204 && status !== 401) throw new SignInError(readProblem(status, text));
}

async function sendToKeyRoute(
  sendRequest: SendRequest,
  baseUrl: string,
  request: Omit<Parameters<SendRequest>[0], "url">,
): Promise<PlainResponse> {
  try {
    return await sendRequest({ ...request, url: baseUrl + signInPaths.key });
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

/** The key of a sign-in is deleted at the service, or `failure` says why it is not. */
export interface RevokedKey {
  readonly kind: "revoked";
  readonly failure: unknown;
}

/** Deletes a key at the service if a sign-in issued it. A key that the user typed stays; the result is undefined then. */
export async function revokeStoredKey(
  { sendRequest, log }: { readonly sendRequest: SendRequest; readonly log?: Pick<Logger, "warning"> },
  { baseUrl, name }: Connection,
  stored: StoredKey | undefined,
): Promise<RevokedKey | undefined> {
  if (!stored?.isFromSignIn) return undefined;
  try {
    await revokeSignInKey(sendRequest, baseUrl, stored.key);
    return { kind: "revoked", failure: undefined };
  } catch (failure) {
    log?.warning(`The key of ${name} was not deleted at the service: ${readErrorMessage(failure)}`);
    return { kind: "revoked", failure };
  }
}

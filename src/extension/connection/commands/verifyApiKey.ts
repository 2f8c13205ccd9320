import * as l10n from "@vscode/l10n";
import { ServiceError } from "../../../client/errors.ts";
import {
  hasErrorName,
  isUnauthorizedError,
  readContactRefusal,
  readErrorMessage,
  readFailedTokenRequest,
} from "../../base/failure.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import { type Connection, readUrlHost } from "../model/connection.ts";
import { type ContactChoices, isCredentialChosen } from "../model/contactChoices.ts";
import type { ConnectionCredentials } from "../model/keyring.ts";
import { type KnownRefusal, unexplainedRefusal } from "./questions/contactQuestion.ts";

export type KeyVerification =
  | { readonly kind: "fine" }
  /** The URL or the key is wrong. */
  | { readonly kind: "wrong"; readonly field: "url" | "key"; readonly problem: string }
  /** The service may accept the key in another request. */
  | { readonly kind: "refused"; readonly refusal: KnownRefusal; readonly problem: string }
  | { readonly kind: "cancelled" };

export interface KeyToVerify extends ConnectionCredentials {
  /** The existing connection of the key. */
  readonly of?: Connection | undefined;
}

/** Reads the user of a key. Stores nothing. */
export async function verifyApiKey(
  app: ConnectedServices,
  { of, ...credentials }: KeyToVerify,
  choices: ContactChoices = {},
): Promise<KeyVerification> {
  const host = readUrlHost(credentials.baseUrl);
  try {
    const ended = await runCancellable(
      app.progress,
      { title: l10n.t`Connecting to ${host}`, in: "notification" },
      (_report, signal) => app.connections.verify(credentials, signal, of, choices),
    );
    return { kind: ended.kind === "done" ? "fine" : "cancelled" };
  } catch (error) {
    app.log.warning(`${host} was not connected: ${readErrorMessage(error)}`);
    const tokenRequest = readFailedTokenRequest(error);
    if (tokenRequest)
      return { kind: "refused", refusal: { ...unexplainedRefusal, tokenRequest }, problem: readErrorMessage(error) };
    const isUnauthorized = isUnauthorizedError(error);
    const refusal =
      readContactRefusal(error) ?? (isUnauthorized && isCredentialChosen(choices) ? unexplainedRefusal : undefined);
    const credential = choices.credential?.clientCredentials ? l10n.t("the access token") : l10n.t("the key");
    if (refusal) return { kind: "refused", refusal, problem: formatContactRefusal(host, error, credential) };
    if (isUnauthorized) return { kind: "wrong", field: "key", problem: describeWrongKey(host) };
    const field = hasErrorName(error, "ForbiddenError", "RateLimitedError") ? "key" : "url";
    return { kind: "wrong", field, problem: readErrorMessage(error) };
  }
}

/** The field has the key, so that the user can correct it there. */
const describeWrongKey = (host: string): string =>
  l10n.t`${host} does not accept this key. It may be incomplete, expired or deleted. Enter another key.`;

const longest = 200;

/** What a service answered at the first contact, in one sentence and its own words. The client redacted the key in them. */
export function formatContactRefusal(host: string, error: unknown, credential = l10n.t("the key")): string {
  if (!(error instanceof ServiceError)) return l10n.t`${host} refused ${credential}.`;
  const { status, detail, title } = error;
  const subject = status === 401 ? credential : l10n.t("the request");
  const reason = formatReason(detail ?? title ?? "");
  const refused = l10n.t`${host} refused ${subject} (${status})`;
  if (reason === "") return l10n.t`${refused} and gave no reason.`;
  return `${refused}: "${reason}"${/[.!?]$/.test(reason) ? "" : "."}`;
}

/** One bounded line without markup. */
function formatReason(text: string): string {
  const line = text
    .slice(0, 5000)
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}...` : line;
}

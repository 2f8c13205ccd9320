import * as z from "zod";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { describeNetworkFailure } from "../../runtime/http/networkFailure.ts";
import { createSecretMask } from "../deployments/process/processEnvironment.ts";
import { RefusedAddressError } from "../network/guardedRequest.ts";

/** Thrown when a provider did not do what it was asked. The message says what and why, for people, and holds no secret. */
export class ProviderError extends Error {
  /** RFC 6749's word for it, where the provider gave one: `invalid_grant`. */
  readonly code: string | undefined;

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ProviderError";
    this.code = code;
  }
}

/** An answer of RFC 6749, as oauth4webapi throws it. */
const answered = z.object({ error: z.string(), error_description: z.string().optional() });
/** A 401 that says only how to ask. */
const challenged = z.object({ code: z.literal("OAUTH_WWW_AUTHENTICATE_CHALLENGE") });
const library = z.object({ code: z.string().startsWith("OAUTH_").optional(), message: z.string() });

/** `what` was asked for, with these secrets: none of them is in the message, whatever the provider said. */
export function toProviderError(what: string, error: unknown, secrets: readonly string[]): ProviderError {
  if (error instanceof ProviderError) return error;
  const said = answered.safeParse(error).data;
  const code = said?.error ?? (challenged.safeParse(error).success ? "invalid_client" : undefined);
  const mask = createSecretMask(secrets);
  return new ProviderError(`${what}: ${cleanLine(mask(reasonOf(error, said)), 500)}.`, code, error);
}

function reasonOf(error: unknown, said: z.output<typeof answered> | undefined): string {
  if (said?.error_description) return `${said.error} (${said.error_description.replace(/\.$/, "")})`;
  if (said) return said.error;
  if (challenged.safeParse(error).success) return "it does not accept the client's id and secret";
  if (error instanceof RefusedAddressError) return error.message.replace(/\.$/, "");
  const known = library.safeParse(error).data;
  const isNetwork = error instanceof Error && (("code" in error && known === undefined) || error.name === "TypeError");
  return isNetwork ? describeNetworkFailure(error) : (known?.message ?? String(error)).replace(/\.$/, "");
}

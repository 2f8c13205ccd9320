import * as z from "zod";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { describeFetchFailure } from "../../runtime/http/describeFetchFailure.ts";
import { createSecretMask } from "../deployments/process/processEnvironment.ts";
import { RefusedAddressError } from "../network/guardedRequest.ts";

/** Thrown when a request to a provider fails. The message names the action and the cause for the user and contains no secret. */
export class ProviderError extends Error {
  /** The error code of RFC 6749, if the provider sent one, such as `invalid_grant`. */
  readonly code: string | undefined;

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ProviderError";
    this.code = code;
  }
}

/** An error response of RFC 6749, as oauth4webapi throws it. */
const errorResponse = z.object({ error: z.string(), error_description: z.string().optional() });
/** A 401 response that only contains a challenge. */
const authenticationChallenge = z.object({ code: z.literal("OAUTH_WWW_AUTHENTICATE_CHALLENGE") });
const libraryError = z.object({ code: z.string().startsWith("OAUTH_").optional(), message: z.string() });

/** Creates the error of the action `what`. The message contains none of the secrets, even if the provider's response does. */
export function toProviderError(what: string, error: unknown, secrets: readonly string[]): ProviderError {
  if (error instanceof ProviderError) return error;
  const response = errorResponse.safeParse(error).data;
  const code = response?.error ?? (authenticationChallenge.safeParse(error).success ? "invalid_client" : undefined);
  const mask = createSecretMask(secrets);
  return new ProviderError(`${what}: ${cleanLine(mask(describeCause(error, response)), 500)}.`, code, error);
}

function describeCause(error: unknown, response: z.output<typeof errorResponse> | undefined): string {
  if (response?.error_description) return `${response.error} (${response.error_description.replace(/\.$/, "")})`;
  if (response) return response.error;
  if (authenticationChallenge.safeParse(error).success) return "it rejects the client's id and secret";
  if (error instanceof RefusedAddressError) return error.message.replace(/\.$/, "");
  const fromLibrary = libraryError.safeParse(error).data;
  const isNetwork =
    error instanceof Error && (("code" in error && fromLibrary === undefined) || error.name === "TypeError");
  return isNetwork ? describeFetchFailure(error) : (fromLibrary?.message ?? String(error)).replace(/\.$/, "");
}

import * as z from "zod";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { type CodeFlowState, exchangeRedirect, readUserInfo } from "../oauth/codeFlow.ts";
import { createProviderRequestOptions } from "../oauth/oauthProvider.ts";
import { ProviderError, toProviderError } from "../oauth/providerError.ts";
import { createProviderFetch } from "../oauth/providerFetch.ts";

/** A user whose email address the provider has verified. */
export interface ProviderUser {
  readonly email: string;
  readonly name: string;
}

type ProviderAnswer =
  | { readonly kind: "verified"; readonly user: ProviderUser }
  | { readonly kind: "unverified"; readonly email: string | undefined };

const claimsSchema = z.object({
  email: z
    .string()
    .max(200)
    .regex(/^[^\s<>@\p{C}]+@[^\s<>@\p{C}]+$/u),
  // Some providers write the boolean as a text in their userinfo response.
  email_verified: z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]),
  name: z.unknown().optional(),
});

/** Finishes a sign-in at the provider. The claims come from the validated ID token, or from the userinfo endpoint for its subject. */
export async function readProviderUser(
  flow: CodeFlowState,
  returned: URLSearchParams,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const exchange = await exchangeRedirect(flow, returned, signal);
  const { getValidatedIdTokenClaims, validateApplicationLevelSignature } = await import("../oauth/oauthProtocol.ts");
  const { metadata, zone } = flow.provider;
  try {
    const options = await createProviderRequestOptions(createProviderFetch(zone, signal));
    await validateApplicationLevelSignature(metadata, exchange.response, options);
  } catch (error) {
    throw toProviderError(`The signature of the ID token of ${metadata.issuer} was not verified`, error, []);
  }
  const token = getValidatedIdTokenClaims(exchange.tokenResponse);
  if (token?.azp !== undefined && token.azp !== flow.client.id)
    throw new ProviderError(`The ID token of ${metadata.issuer} was issued to another client.`);
  const claims = claimsSchema.safeParse(token).data ?? (await readUserInfo(exchange, token?.sub, signal));
  const { data } = claimsSchema.safeParse(claims);
  if (!data?.email_verified) {
    const email = cleanLine((claims ?? token)?.email, 200);
    return { kind: "unverified", email: email === "" ? undefined : email };
  }
  const name = cleanLine(data.name, 100);
  return { kind: "verified", user: { email: data.email, name: name === "" ? data.email : name } };
}

import { cased } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { wireTime } from "./conventions/times.ts";
import type { Fields } from "./json.ts";

/** A runtime token as the service says it. */
export function wireToken(
  { token, times }: Conventions,
  { casing }: Style,
  { accessToken, expiresIn, expiresAt, resource }: Fields,
): Fields {
  const field = token.field === "accessToken" ? cased("accessToken", casing) : token.field;
  return { [field]: accessToken, ...expiry(), ...(casing === "camel" && { resource }) };

  function expiry(): Fields {
    switch (token.expiry) {
      case "expiresIn":
        return { [cased("expiresIn", casing)]: expiresIn };
      case "expires_in":
        return { expires_in: expiresIn, token_type: "bearer" };
      case "expiresAt":
        return { [cased("expiresAt", casing)]: wireTime(times, String(expiresAt)) };
      case "expires_at":
        return { expires_at: wireTime(times, String(expiresAt)) };
      case "zero":
        return { expires_in: 0 };
      case "jwt":
        return {};
    }
  }
}

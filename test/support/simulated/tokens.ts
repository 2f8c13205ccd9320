import { cased } from "./casing.ts";
import type { Conventions } from "./conventions.ts";
import type { Fields } from "./json.ts";
import type { Style } from "./style.ts";
import { wireTime } from "./times.ts";

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

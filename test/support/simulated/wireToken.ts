import { applyCasing } from "./conventions/casing.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { formatWireTime } from "./conventions/times.ts";
import type { Fields } from "./json.ts";

/** A runtime token in the service's format. */
export function createWireToken(
  { token, times }: Conventions,
  { casing }: Style,
  { accessToken, expiresIn, expiresAt, resource }: Fields,
): Fields {
  const field = token.field === "accessToken" ? applyCasing("accessToken", casing) : token.field;
  return { [field]: accessToken, ...expiry(), ...(casing === "camel" && { resource }) };

  function expiry(): Fields {
    switch (token.expiry) {
      case "expiresIn":
        return { [applyCasing("expiresIn", casing)]: expiresIn };
      case "expires_in":
        return { expires_in: expiresIn, token_type: "bearer" };
      case "expiresAt":
        return { [applyCasing("expiresAt", casing)]: formatWireTime(times, String(expiresAt)) };
      case "expires_at":
        return { expires_at: formatWireTime(times, String(expiresAt)) };
      case "zero":
        return { expires_in: 0 };
      case "jwt":
        return {};
    }
  }
}

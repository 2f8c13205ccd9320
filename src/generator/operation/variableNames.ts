import { toSnakeCase } from "./nameStyle.ts";

/** Converts `petstoreAuth` to `PETSTORE_AUTH`; empty if no character of the name is usable. */
export function toVariableName(text: string): string {
  // Values are stored by these names, so other alphabets stay unread.
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/\P{ASCII}+/gu, " ");
  const name = toSnakeCase(plain).toUpperCase().slice(0, 80);
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Words that say only that something is a security scheme, as in `ApiKeyAuth`. */
const schemeWords = /(?:_(?:AUTH|AUTHENTICATION|AUTHORIZATION|SCHEME))+$/;
/** The prefix already names what the value is. */
const valueWords = /(?:^|_|API|ACCESS)(?:KEY|TOKEN|SECRET)$/;

/** `SHOP_TOKEN` for the token of `SHOP`; `API_KEY` for the key of `API_KEY` or `API_KEY_AUTH`. */
export function toCredentialVariableName(prefix: string, field: "API_KEY" | "TOKEN"): string {
  const base = prefix.replace(schemeWords, "");
  if (base === "KEY") return field;
  return valueWords.test(base) ? base : `${prefix}_${field}`;
}

/** The environment variable that sets a server variable. The runtime derives the name by the same rule. */
export const toServerVariableName = (name: string) =>
  `API_VARIABLE_${name.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;

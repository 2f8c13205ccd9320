import { maskSecrets } from "../../../../text/secrets/maskSecrets.ts";

/** Names of fields whose values are secrets in whatever form. */
const secretNames = /token|secret|passw|api[-_]?key|private[-_]?key|credential|authorization|cookie|key$/i;
/** A token for the next page: next_page_token, continuationToken. */
const pageTokens =
  /^(?:(?:next|prev|previous)[-_]?(?:page|cursor)?|page|pagination|cursor|continue|continuation)[-_]?token$/i;
/** Fields whose values at any depth can be secrets of any name. */
const secretParents = /^(?:environment|variables|env)$/i;

const longestText = 300;

/** Formats a text of the service for people: short, and without secrets. `name` is the field or the path that has it. */
export type FormatServiceText = (name: string, text: string) => string;

/** `secrets` are those of this window. */
export function createServiceTextFormatter(secrets: readonly string[]): FormatServiceText {
  return (name, text) => {
    if (text !== "" && isSecretName(name)) return "***";
    // Masked before it is cut, because a part of a secret is not recognized.
    const masked = maskSecrets(text.slice(0, longestText * 20), secrets);
    return masked.length <= longestText ? masked : `${masked.slice(0, longestText - 3).toWellFormed()}...`;
  };
}

function isSecretName(path: string): boolean {
  const names = path.match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const last = names.at(-1) ?? "";
  const isBelow = names.slice(0, -1).some((name) => secretParents.test(name));
  return isBelow || (secretNames.test(last) && !pageTokens.test(last));
}

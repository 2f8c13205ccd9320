import { recogniseError } from "./recogniseError.ts";

/** Words of messages that are no names of parameters. */
const words = new Set(
  "is are the a an of in to and or not be must required missing parameter parameters query field fields value request body invalid unknown provide provided specify please property argument string integer valid empty none".split(
    " ",
  ),
);

/** The parameters or fields that a refusal names, in its order: what is missing, or is not known there. */
export function namedIn(json: unknown, text: string): readonly string[] {
  const told = recogniseError(json);
  const message = (told?.message ?? text).slice(0, 2000);
  const paths = told?.fields.map(({ path }) => path).filter((path) => path !== "") ?? [];
  const quoted = [...message.matchAll(/[`'"“‘]([A-Za-z_][\w.-]{0,60})[`'"”’]/g)].map(([, name = ""]) => name);
  const after = [
    ...message.matchAll(
      /\b(?:parameter|param|field|property|argument|key|missing|requires?|header)s?:?\s+(?!(?:required|query|body|parameter|param|field|property|argument|key|header)s?\b)([A-Za-z_][\w.-]{0,60})/gi,
    ),
  ].map(([, name = ""]) => name);
  const before = [
    ...message.matchAll(
      /\b([A-Za-z_][\w.-]{0,60}):?\s+(?:is|was|are)\s+(?:required|missing|mandatory|not (?:set|given|provided))/gi,
    ),
  ].map(([, name = ""]) => name);
  const all = [...paths, ...quoted, ...before, ...after].map((name) => name.replace(/\.$/, ""));
  // What holds a space or more is said to people, and could be no header.
  return [...new Set(all)].filter((name) => /^[\w$.:@[\]-]{1,200}$/.test(name) && !words.has(name.toLowerCase()));
}

import { belongings, lastWord } from "../language/owners.ts";
import { namesOf } from "../language/resourceNames.ts";
import { plainName } from "../language/words.ts";

/** Whether a parameter that a service asks for can be the one that names the thing. */
export function isSelecting(name: string, owner: string): boolean {
  const plain = plainName(name);
  const last = plainName(lastWord(owner));
  // `project_id` of a skill is what it belongs to, not which one it is.
  const isForeign = belongings.some((other) => other !== owner && plain.startsWith(plainName(other)));
  if (isForeign && !plain.includes(last)) return false;
  return /(?:id|uuid|slug|name|key|ref|guid|handle)$/.test(plain) || plain === plainName(owner) || plain === last;
}

/** Whether a name says that it is of the thing itself: `id`, `slug`, or its own name with one of these. */
export function isOwnSelector(name: string, owner: string): boolean {
  const own = new RegExp(`^(?:${plainName(owner)}|${plainName(lastWord(owner))})?(?:id|uuid|slug)$`);
  return own.test(plainName(name.replace(/^x-/i, "")));
}

/** Whether a parameter can be of the thing: it speaks of it, or of nothing in particular. By another thing's, that would be taken. */
export function mayBeOwnSelector(name: string, owner: string): boolean {
  const plain = plainName(name.replace(/^x-/i, ""));
  const rest = plain.replace(/(?:id|uuid|guid|ref|key|slug|name|handle)$/, "");
  const own = [owner, lastWord(owner)].map(plainName);
  if (["", "resource", "item", "object", "entity", ...own].includes(rest) || own.includes(plain)) return true;
  const isForeign = belongings.some((other) => other !== owner && namesOf(other).includes(rest));
  return !isForeign && namesOf(owner).includes(rest);
}

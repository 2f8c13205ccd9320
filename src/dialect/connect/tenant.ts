/** Words in the names of headers that say for which organization something is asked. */
const words = "organi[sz]ations?|org|tenant|workspace|account|team";
const header = new RegExp(
  String.raw`(?<![\w-])(?:[a-z][a-z0-9]*-)*(?:${words})(?:-(?:id|slug|name|uuid|ref))?(?![\w-])`,
  "gi",
);

/** The header for the organization that a refusal names; undefined where it names none. */
export function tenantNamed(text: string): string | undefined {
  const names = [...text.slice(0, 5000).matchAll(header)].map(([name]) => name);
  const clear = names.find((name) => /^x-/i.test(name));
  if (clear !== undefined || !/\bheader/i.test(text)) return clear;
  // What is not clearly a header may be the name of a thing, and a word alone is a word: unless one is spoken of.
  const said = names.find((name) => name.includes("-") && !/^(?:per|sub|multi|cross|no|un|non|re|my)-/i.test(name));
  if (said !== undefined) return said;
  const alone = new RegExp(String.raw`header\W{1,3}(${words})\b|\b(${words})\W{1,3}header`, "i").exec(text);
  return alone?.[1] ?? alone?.[2];
}

/** Whether a header of a document is the organization's. */
export function isTenantHeader(name: string): boolean {
  return new RegExp(`^(?:[a-z][a-z0-9]*-)*(?:${words})(?:-(?:id|slug|name|uuid|ref))?$`, "i").test(name);
}

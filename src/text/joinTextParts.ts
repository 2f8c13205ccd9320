/** `a · b`: one line of the parts that say something. */
export function joinTextParts(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join(" · ");
}

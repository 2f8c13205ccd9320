/** Creates a name for URLs and folders from lower case letters, digits and hyphens. A number makes it unique. */
export function createUniqueSlug(name: string, fallback: string, isTaken: (slug: string) => boolean): string {
  const base =
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, 50)
      .replaceAll(/^-+|-+$/g, "") || fallback;
  if (!isTaken(base)) return base;
  for (let number = 2; ; number += 1) {
    const slug = `${base}-${number}`;
    if (!isTaken(slug)) return slug;
  }
}

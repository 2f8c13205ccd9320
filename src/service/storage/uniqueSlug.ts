/** A name for URLs and folders: lower case letters, digits and hyphens, made unique by a number where `taken` says so. */
export function createUniqueSlug(name: string, fallback: string, taken: (slug: string) => boolean): string {
  const plain =
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, 50)
      .replaceAll(/^-+|-+$/g, "") || fallback;
  if (!taken(plain)) return plain;
  for (let number = 2; ; number += 1) {
    const slug = `${plain}-${number}`;
    if (!taken(slug)) return slug;
  }
}

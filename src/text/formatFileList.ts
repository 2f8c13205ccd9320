/** Formats the text whose hash is a version's digest: one line `<hex>  <path>` per file, sorted by path, as `sha256sum` prints it. */
export function formatFileList(files: readonly { readonly path: string; readonly digest: string }[]): string {
  return files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, digest }) => `${digest.replace(/^sha256:/, "")}  ${path}\n`)
    .join("");
}

/** The text a version's digest is made over: the list sorted by path, a line `<hex>  <path>` a file, as `sha256sum` prints it. */
export function formatFileList(files: readonly { readonly path: string; readonly digest: string }[]): string {
  return files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, digest }) => `${digest.replace(/^sha256:/, "")}  ${path}\n`)
    .join("");
}

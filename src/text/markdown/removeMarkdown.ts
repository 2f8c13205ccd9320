/** Shows what CommonMark only marks: emphasis, code, links and headings lose their signs. A name such as `__init__.py` stays as it is. */
export function removeMarkdown(text: string): string {
  return text
    .replaceAll(/^#{1,6} +/gm, "")
    .replaceAll(/!?\[([^[\]\n]{1,300})\]\(([^()\s]{1,1000})\)/g, (_, label: string, url: string) =>
      label === url ? label : `${label} (${url})`,
    )
    .replaceAll(/(?<![\w*])(\*\*|__)(?=\S)([^*_\n]{1,300}?)(?<=\S)\1(?![\w*]|\.\w)/g, "$2")
    .replaceAll(/(?<![\w*])([*_])(?=[^\s*_])([^*_\n]{1,300}?)(?<=[^\s*_])\1(?![\w*(]|\.\w)/g, "$2")
    .replaceAll(/(?<!`)`([^`\n]{1,300})`(?!`)/g, "$1");
}

export interface PanelHtmlOptions {
  readonly title: string;
  /** Where VS Code lets pages load files from. */
  readonly source: string;
  /** Says which script is ours; never used twice. */
  readonly nonce: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** What the page is of. */
  readonly subject: unknown;
}

/** The document of a page: nothing may run or load but its own script and styles. Everything else is made by the script. */
export function renderPanelHtml({ title, source, nonce, script, styles, subject }: PanelHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    "font-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const links = styles.map((href) => `<link rel="stylesheet" href="${escaped(href)}">`).join("");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
${links}
</head>
<body data-subject="${escaped(JSON.stringify(subject))}">
<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

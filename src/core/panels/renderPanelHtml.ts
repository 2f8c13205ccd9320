export interface PanelHtmlOptions {
  readonly title: string;
  /** The content security policy source from which VS Code lets pages load files. */
  readonly source: string;
  /** Marks the script that the policy allows. Each document has a new one. */
  readonly nonce: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** The subject of the panel, for the script. */
  readonly subject: unknown;
}

/** Renders the document of a page. It can load only its own script and styles; the script creates the content. */
export function renderPanelHtml({ title, source, nonce, script, styles, subject }: PanelHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    "font-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join("");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${links}
</head>
<body data-subject="${escapeHtml(JSON.stringify(subject))}">
<script type="module" nonce="${escapeHtml(nonce)}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

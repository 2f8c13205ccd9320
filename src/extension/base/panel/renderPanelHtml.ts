import { locale } from "../../../text/language/locale.ts";

export interface PanelHtmlOptions {
  readonly title: string;
  /** The content security policy source from which VS Code lets pages load files. */
  readonly source: string;
  /** Marks the scripts that the policy allows. Each document has a new one. */
  readonly nonce: string;
  /** They run in this order. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** The subject of the panel, for the scripts. */
  readonly subject: unknown;
  /** The texts in the language of the user, by the English ones; the scripts read them. */
  readonly translation?: unknown;
}

/** Renders the document of a page. It can load only its own scripts and styles; the scripts create the content. */
export function renderPanelHtml({
  title,
  source,
  nonce,
  scripts,
  styles,
  subject,
  translation = {},
}: PanelHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    // The images and the sound of results. A `data:` URL loads nothing from elsewhere, and no script runs in it.
    "img-src data:",
    "media-src data:",
    "font-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join("");
  const tags = scripts
    .map((src) => `<script type="module" nonce="${escapeHtml(nonce)}" src="${escapeHtml(src)}"></script>`)
    .join("\n");
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${links}
</head>
<body data-subject="${escapeHtml(JSON.stringify(subject))}" data-translation="${escapeHtml(JSON.stringify(translation))}">
${tags}
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

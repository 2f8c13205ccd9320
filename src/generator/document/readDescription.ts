import { cleanLine, cleanText } from "./cleanText.ts";

/** Tags of HTML. What else stands in angle brackets is a placeholder such as `<id>`. */
const tags =
  /<\/?(?:a|abbr|aside|b|big|blockquote|br|caption|center|code|dd|del|details|div|dl|dt|em|figure|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|pre|s|section|small|span|strike|strong|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video)(?=[\s/>])[^>]{0,500}>/gi;
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  copy: "©",
  gt: ">",
  hellip: "…",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  trade: "™",
};

/** The text of a description in Markdown and HTML on several lines, as `cleanText` limits it. Relative links need a base to be kept. */
export const readDescription = (value: unknown, limit: number, base?: string): string =>
  typeof value === "string" ? cleanText(removeMarkup(value.slice(0, 3 * limit), base), limit) : "";

/** Like `readDescription`, on one line. */
export const readDescriptionLine = (value: unknown, limit: number): string =>
  cleanLine(readDescription(value, 4 * limit), limit);

function removeMarkup(text: string, base: string | undefined): string {
  if (!/[<&*#[\]_\\]/.test(text)) return text;
  // A name such as `__init__` is no mark. Long runs of white space would make the patterns below slow.
  const compact = text.replaceAll(/\s{20,}/g, "\n\n");
  return decodeEntities(removeTags(removeLinks(compact, base)))
    .replaceAll(/\*\*(?=\S)([^\n]{0,500}?\S)\*\*/g, "$1")
    .replaceAll(/(?<![\w*\\])\*(?=[^\s*])([^*\n]{0,500}[^\s*])\*(?![\w*])/g, "$1")
    .replaceAll(/(?<![\w`])__(?=\p{Lu})([^\n]{0,500}?\S)__(?![\w`])/gu, "$1")
    .replaceAll("\\_", "_")
    .replaceAll(/^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, "$1")
    .replaceAll(/^> ?\[!(\w+)\]\s*$/gm, (_, kind: string) => `${kind.charAt(0)}${kind.slice(1).toLowerCase()}:`)
    .replaceAll(/^> ?/gm, "")
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n");
}

/** `[text](url)` and `<a href="url">text</a>` become `text (url)`, images their text. */
function removeLinks(text: string, base: string | undefined): string {
  if (!/[<[]/.test(text)) return text;
  const anchors = text.replaceAll(
    /<a\b[^>]{0,200}?href\s*=\s*["']([^"']{0,500})["'][^>]{0,200}>(.{0,500}?)<\/a>/gis,
    (_, url: string, label: string) => formatLink(label, url, base),
  );
  return anchors
    .replaceAll(/!\[([^\]]{0,300})\]\([^)]{0,500}\)/g, "$1")
    .replaceAll(
      /\[([^[\]]{0,300})\]\(\s*<?([^)\s>]{0,500})>?(?:\s+["'][^)]{0,300})?\s*\)/g,
      (_, label: string, url: string) => formatLink(label, url, base),
    );
}

function formatLink(label: string, url: string, base: string | undefined): string {
  const name = label.trim();
  const whole = URL.canParse(url, base) ? new URL(url, base) : undefined;
  if (!whole || !/^https?:$/.test(whole.protocol) || url.startsWith("#")) return name;
  const isAddress = name === "" || (name === url && URL.canParse(url));
  return isAddress ? whole.href : `${name} (${whole.href})`;
}

function removeTags(text: string): string {
  if (!text.includes("<")) return text;
  return text
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/\s*<li(?=[\s>])[^>]{0,500}>\s*/gi, "\n- ")
    .replaceAll(/\s*<(?:br|hr)\s*\/?>\s*/gi, "\n")
    .replaceAll(/\s*<\/?(?:p|div|ul|ol|table|tr|h[1-6]|blockquote|section)(?=[\s/>])[^>]{0,500}>\s*/gi, "\n\n")
    .replaceAll(tags, "");
}

const decodeEntities = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return entities[String(name).toLowerCase()] ?? whole;
  });

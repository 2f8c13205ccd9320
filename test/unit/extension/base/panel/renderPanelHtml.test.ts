import { expect, test } from "vitest";
import { renderPanelHtml } from "../../../../../src/extension/base/panel/renderPanelHtml.ts";
import { hostileTexts } from "../../../../support/browser/hostileTexts.ts";

const html = (title: string, subject: unknown) =>
  renderPanelHtml({
    title,
    subject,
    source: "https://files.example",
    nonce: "n0nce",
    scripts: ["start.js", "page.js"],
    styles: ["a.css"],
  });

test("a page may load only its own scripts and styles, and show data that it has", () => {
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(html("Page", {})) ?? [];
  expect(policy.replaceAll("&#39;", "'").split("; ")).toEqual([
    "default-src 'none'",
    "style-src https://files.example",
    "script-src 'nonce-n0nce'",
    "img-src data:",
    "media-src data:",
    "font-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test.each(hostileTexts)("%s in names is shown as text in a page", (text) => {
  const plain = html("Page", { name: "x" });
  const hostile = html(text, { name: text });
  const tags = (document: string) => document.match(/<\/?[a-z!][^>]*?(?=[\s>])/gi);
  expect(tags(hostile)).toEqual(tags(plain));
  const [, subject = ""] = /data-subject="([^"]*)"/.exec(hostile) ?? [];
  const read = subject.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  expect(JSON.parse(read)).toEqual({ name: text });
});

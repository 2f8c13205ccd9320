/** Texts that would run code if a page treated them as markup, a link or code. */
export const hostileTexts = [
  `<script>globalThis.broken = "script"</script>`,
  `<img src=x onerror="globalThis.broken = 'img'">`,
  `<svg onload="globalThis.broken = 'svg'"></svg>`,
  `"><iframe srcdoc="<script>parent.broken = 'frame'</script>"></iframe>`,
  `' onfocus='globalThis.broken = "attribute"' autofocus='`,
  `javascript:globalThis.broken="link"`,
  `<a href="javascript:globalThis.broken='anchor'">x</a>`,
  `<style>@import url("//elsewhere.example/x.css");</style>`,
  `</style></script><!--`,
  `\${globalThis.broken = "template"}`,
  `{{constructor.constructor("globalThis.broken = 'expression'")()}}`,
  `&lt;script&gt;globalThis.broken = "entity"&lt;/script&gt;`,
  `%3Cscript%3Eglobal%3C/script%3E\u202e\u0000\ufeff`,
] as const;

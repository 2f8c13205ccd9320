import { hostileTexts as known } from "../../support/browser/hostileTexts.ts";
import { startServedService } from "../../support/service/servedService.ts";
import type { Measure } from "../figure.ts";
import { hostileSurfaces } from "./hostileTexts/surfaces.ts";

/** Texts that are active in the editor rather than in a page. */
const editorTexts = [
  "[Fix it](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22x%22%7D)",
  '[safe](https://elsewhere.example/ "title") ![p](https://elsewhere.example/p.png)',
  "[a]: command:x\n\n[a]",
  "<vscode:extension/x> <command:workbench.action.quit>",
  "$(pass) healthy $(sync~spin)",
  "\u001b[2J\u001b]0;title\u0007\u001b]8;;command:x\u001b\\link\u001b]8;;\u001b\\\u001b]52;c;eA==\u0007",
  "\u202egnp.exe\u2066\u0000\r\n2026-01-01T00:00:00Z [error] Fairlead: fake",
  "```\n</code><script>globalThis.broken = 1</script>\n```",
  "| a | b |\n| - | - |\n\n# heading\n\n---\n",
  "__proto__",
  "constructor",
];
const all = [...known, ...editorTexts];

/** Texts of a service must be only text on every surface, in every field. */
export const hostileTexts: Measure = {
  id: "S5",
  goal: "an XSS corpus in every field of every answer: trees, Markdown, documents, output",
  needs: "node",
  measure: async () => {
    const served = await startServedService();
    const findings: string[] = [];
    let shown = 0;
    for (const text of all) {
      const surfaces = await hostileSurfaces(served, text);
      shown += surfaces.shown;
      findings.push(...surfaces.wrong);
    }
    await served.close();
    const figure = `${all.length} hostile texts: ${shown} rows, documents, lines and messages: ${findings.length} ran, loaded or drew anything`;
    return { figure, met: findings.length === 0, findings: [...new Set(findings)].slice(0, 40) };
  },
};

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateServerFiles } from "../../../src/generator/generateServerFiles.ts";
import { hostileTexts } from "../../support/browser/hostileTexts.ts";
import type { Measure } from "../figure.ts";
import { hostileDocuments as createHostileDocuments } from "./hostileDocuments/document.ts";
import { findFileFlaws, type GeneratedServer, recordingRuntime } from "./hostileDocuments/findFileFlaws.ts";
import { fillWithHostileTexts } from "./hostileTexts/fillWithHostileTexts.ts";

/** Texts that end a string, comment or template in a module, and a path outside the folder. */
const codeTexts = [
  "*/ globalThis.broken = 1; /*",
  '"; globalThis.broken = 1; "',
  "'); globalThis.broken = 1; ('",
  "`; globalThis.broken = 1; `",
  "\u2028globalThis.broken = 1\u2029",
  "// \r globalThis.broken = 1",
  "\\",
  '\\"',
  "../../../../etc/passwd",
  "C:\\Windows\\system.ini",
  "CON",
  "__proto__",
  "constructor",
  "---\nglobalThis: broken\n---",
  "~~~",
  "x\nNODE_OPTIONS=--import=data:text/javascript,globalThis.broken=1",
  "x\rNODE_OPTIONS=--inspect\u2028NODE_OPTIONS=--inspect",
  "'\nHOST=0.0.0.0\n'",
  "{x}",
  "\ud800",
  "x".repeat(20_000),
];
const all = [...hostileTexts, ...codeTexts];
/** Texts of a document must be only text in the generated modules, in every field. */
export const hostileDocuments: Measure = {
  id: "F4",
  goal: "an OpenAPI document with hostile text in every field: nothing of it runs, leaves the folder or is unseen",
  needs: "node",
  isLong: true,
  measure: async (size) => {
    const folder = mkdtempSync(join(tmpdir(), "fairlead-hostile-documents-"));
    const findings: string[] = [];
    let [texts, fields, files] = [0, 0, 0];
    try {
      for (const [index, text] of all.entries()) {
        if (size === "short" && index % 5 !== 0) continue;
        texts += 1;
        for (const [kind, document] of createHostileDocuments(text).entries()) {
          const result = generateWithText(document, text);
          fields += JSON.stringify(result.document).split(JSON.stringify(text).slice(1, -1)).length - 1;
          files += result.generated.files.length;
          const flaws = await findFileFlaws(result.generated, join(folder, `${index}-${kind}`));
          findings.push(...flaws.map((flaw) => `${JSON.stringify(text).slice(0, 60)}: ${flaw}`));
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    const figure = `${texts} texts in ${fields} fields: ${files} files made, ${findings.length} flaws`;
    return { figure, met: findings.length === 0 && fields > 0, findings };
  },
};

/** Puts the text into every field that still allows generation. */
function generateWithText(
  start: object,
  text: string,
): { readonly document: object; readonly generated: GeneratedServer } {
  const generateFrom = (document: unknown) =>
    generateServerFiles({
      source: { document: JSON.stringify(document) },
      ...{ name: "Hostile", slug: "hostile", version: "0.1.0", runtime: [recordingRuntime] },
    });
  const document = fillWithHostileTexts(start, text, (changed) => generateFrom(changed).ok);
  const generated = generateFrom(document);
  if (!generated.ok) throw new Error(generated.problems.map(({ message }) => message).join("\n"));
  return { document, generated };
}

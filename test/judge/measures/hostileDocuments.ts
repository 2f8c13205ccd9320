import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { generateServerFiles, type ServerGenerationResult } from "../../../src/generator/generateServerFiles.ts";
import { hostileTexts } from "../../support/browser/hostileTexts.ts";
import type { Measure } from "../figure.ts";
import { hostileDocument } from "./hostileDocuments/document.ts";
import { fillWithHostileTexts } from "./hostileTexts/fillWithHostileTexts.ts";

type Made = Extract<ServerGenerationResult, { ok: true }>;

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
  "\ud800",
  "x".repeat(20_000),
];
const all = [...hostileTexts, ...codeTexts];
/** A runtime that only records the served definition. */
const runtime = {
  path: "runtime.mjs",
  encoding: "utf8",
  content: "export const served = [];\nexport const serve = async (definition) => void served.push(definition);\n",
} as const;
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\n\t\r])\p{Cc}/u;

/** Texts of a document must be only text in the generated modules, in every field. */
export const hostileDocuments: Measure = {
  id: "F4",
  goal: "an OpenAPI document with hostile text in every field: nothing of it runs, leaves the folder or is unseen",
  needs: "node",
  measure: async (size) => {
    const folder = mkdtempSync(join(tmpdir(), "fairlead-hostile-documents-"));
    const findings: string[] = [];
    let [texts, fields, files] = [0, 0, 0];
    try {
      for (const [index, text] of all.entries()) {
        if (size === "short" && index % 5 !== 0) continue;
        const result = generateWithText(text);
        texts += 1;
        fields += JSON.stringify(result.document).split(JSON.stringify(text).slice(1, -1)).length - 1;
        files += result.generated.files.length;
        const wrong = await wrongOf(result.generated, join(folder, String(index)));
        findings.push(...wrong.map((words) => `${JSON.stringify(text).slice(0, 60)}: ${words}`));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    const figure = `${texts} texts in ${fields} fields: ${files} files made, ${findings.length} flaws`;
    return { figure, met: findings.length === 0 && fields > 0, findings };
  },
};

/** Puts the text into every field that still allows generation. */
function generateWithText(text: string): { readonly document: object; readonly generated: Made } {
  const generateFrom = (document: unknown) =>
    generateServerFiles({
      source: { document: JSON.stringify(document) },
      ...{ name: "Hostile", slug: "hostile", version: "0.1.0", runtime: [runtime] },
    });
  const document = fillWithHostileTexts(hostileDocument(text), text, (changed) => generateFrom(changed).ok);
  const generated = generateFrom(document);
  if (!generated.ok) throw new Error(generated.problems.map(({ message }) => message).join("\n"));
  return { document, generated };
}

async function wrongOf(made: Made, root: string): Promise<readonly string[]> {
  const names = namesOf(made);
  if (names.length > 0) return names;
  for (const { path, content } of made.files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const { served } = await import(pathToFileURL(join(root, "runtime.mjs")).href);
  await import(pathToFileURL(join(root, made.entry)).href);
  const hasRun = Reflect.has(globalThis, "broken");
  Reflect.deleteProperty(globalThis, "broken");
  const says = isDeepStrictEqual(served[0], JSON.parse(JSON.stringify(made.definition)));
  const unseen = made.files.filter(({ path, content }) => path.endsWith(".md") && hidden.test(content));
  const unseenTools = made.definition.tools.filter(({ title, description }) => hidden.test(`${title}${description}`));
  return [
    ...(says ? [] : ["the modules do not say what the definition says"]),
    ...(hasRun ? ["something of it ran"] : []),
    ...unseen.map(({ path }) => `what is hidden in ${path} is not shown`),
    ...unseenTools.map(({ name }) => `what is hidden in ${name} is not shown`),
    ...made.definition.tools
      .filter(({ name }) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))
      .map(({ name }) => `a tool is called ${name}`),
  ];
}

/** Finds files outside the folder, with invalid names, or in place of another file. */
function namesOf({ files }: Made): readonly string[] {
  const taken = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  const wrong = files.filter(({ path }) => {
    const isStray = isAbsolute(path) || normalize(path).startsWith("..") || path.includes("\\");
    return isStray || path.split("/").some((part) => part.length > 100 || taken.test(part));
  });
  const twins =
    new Set(files.map(({ path }) => path.toLowerCase())).size < files.length ? ["two files of one name"] : [];
  return [...wrong.map(({ path }) => `the file ${path.slice(0, 60)}`), ...twins];
}

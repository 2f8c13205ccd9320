import { parse } from "yaml";
import * as z from "zod";
import { analyzeOpenapiDocument } from "../../src/generator/analyzeOpenapiDocument.ts";
import { createOverlayText, editOverlay } from "../../src/generator/overlay/editOverlay.ts";
import { splitPointer } from "../../src/text/position/jsonPointer.ts";
import { listReleasePairs } from "./releases/publicReleases.ts";

/**
 * `npm run judge:overlays` (`-- Figma` for one API): edits tools of older releases of public descriptions, and applies the overlay to newer releases. Each edit
 * whose operation still exists must have its effect, and each other one must be a problem at its place. Needs the package registry.
 */
const editsPerDocument = 100;
/** Names of APIs; none chooses all. */
const chosen = process.argv.slice(2);
const fewest = chosen.length > 0 ? { pairs: 1, apis: 1 } : { pairs: 20, apis: 8 };

const pathsSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const overlaySchema = z.object({ actions: z.array(z.object({ target: z.string() })) });

const total = { pairs: 0, kept: 0, gone: 0, wrong: 0 };
const apis = new Set<string>();
for (const { name, api, older, newer } of listReleasePairs(chosen)) {
  const { kept, gone, wrong } = judgePair(older, newer);
  apis.add(api);
  total.pairs += 1;
  total.kept += kept;
  total.gone += gone;
  total.wrong += wrong.length;
  process.stdout.write(
    `${name}: ${kept} kept, ${gone} named as gone, ${wrong.length} wrong ${wrong.slice(0, 3).join(", ")}\n`,
  );
}
process.stdout.write(
  `${total.pairs} pairs of ${apis.size} APIs: ${total.kept} kept, ${total.gone} named as gone, ${total.wrong} wrong\n`,
);
process.exit(total.wrong === 0 && total.pairs >= fewest.pairs && apis.size >= fewest.apis ? 0 : 1);

interface Verdict {
  readonly kept: number;
  readonly gone: number;
  readonly wrong: readonly string[];
}

function judgePair(older: string, newer: string): Verdict {
  const { operations } = analyzeOpenapiDocument(older);
  const step = Math.max(1, Math.floor(operations.length / editsPerDocument));
  const edited = operations.filter((_, index) => index % step === 0);
  const overlay = edited.reduce(
    (text, { pointer }, index) => editOverlay(text, { pointer, path: ["name"], value: `edited-${index}` }),
    JSON.stringify(parse(createOverlayText("Edits", "./older.json"))),
  );
  const lines = overlay.split("\n");
  const { operations: tools, overlayProblems = [] } = analyzeOpenapiDocument(newer, { overlay });
  const namedLines = overlayProblems.map(({ line }) => lines[line - 1] ?? "");
  // The parser of YAML takes minutes for the longest JSON documents.
  const text = newer.trimStart();
  const { paths } = pathsSchema.parse(text.startsWith("{") ? JSON.parse(text) : parse(text));
  const targets = overlaySchema.parse(JSON.parse(overlay)).actions.map(({ target }) => JSON.stringify(target));
  const judged = edited.map(({ filter, pointer }, index) => {
    const [, path = "", method = ""] = splitPointer(pointer);
    const exists = paths[path]?.[method] !== undefined;
    const isKept = tools.some((tool) => tool.filter === filter && tool.id === `edited-${index}`);
    const isNamed = namedLines.some((line) => line.includes(targets[index] ?? ""));
    return { filter, exists, isRight: exists ? isKept && !isNamed : isNamed && !isKept };
  });
  const wrong = judged.flatMap(({ filter, isRight }) => (isRight ? [] : [filter]));
  return {
    kept: judged.filter(({ exists, isRight }) => exists && isRight).length,
    gone: judged.filter(({ exists, isRight }) => !exists && isRight).length,
    wrong,
  };
}

import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import * as z from "zod";
import { analyzeOpenapiDocument } from "../../src/generator/analyzeOpenapiDocument.ts";
import { createOverlayText, editOverlay } from "../../src/generator/overlay/editOverlay.ts";
import { splitPointer } from "../../src/text/position/jsonPointer.ts";

/**
 * `npm run judge:overlays`: edits tools of older releases of GitHub's descriptions, and applies the overlay to newer releases. Each edit
 * whose operation still exists must have its effect, and each other one must be a problem at its place. Needs the package registry.
 */
const releases = ["10.0.0", "14.0.0", "17.0.0", "20.0.0", "23.0.2"];
const mostPairs = 24;
const editsPerDocument = 100;

const pathsSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const overlaySchema = z.object({ actions: z.array(z.object({ target: z.string() })) });

const folder = mkdtempSync(join(tmpdir(), "fairlead-releases-"));
let failures = 0;
try {
  for (const { name, older, newer } of listPairs()) {
    const { kept, gone, wrong } = judgePair(readFileSync(older, "utf8"), readFileSync(newer, "utf8"));
    failures += wrong.length;
    process.stdout.write(
      `${name}: ${kept} kept, ${gone} named as gone, ${wrong.length} wrong ${wrong.slice(0, 3).join(", ")}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(failures === 0 ? 0 : 1);

function listPairs() {
  const found = releases.map((release) => ({ release, files: fetchDocuments(release) }));
  const pairs = found.flatMap(({ release, files }, index) =>
    found.slice(index + 1).flatMap((later) =>
      files.flatMap((older) => {
        const newer = later.files.find((file) => basename(file) === basename(older));
        return newer ? [{ name: `${basename(older)} ${release} to ${later.release}`, older, newer }] : [];
      }),
    ),
  );
  if (pairs.length < 20) throw new Error(`There are only ${pairs.length} pairs.`);
  return pairs.slice(0, mostPairs);
}

/** The descriptions of the API's editions in a release. */
function fetchDocuments(release: string): string[] {
  const target = join(folder, release);
  mkdirSync(target);
  const [archive = ""] = execFileSync("npm", ["pack", "--silent", `@octokit/openapi@${release}`], {
    cwd: target,
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .slice(-1);
  execFileSync("tar", ["-xzf", archive], { cwd: target });
  return globSync("package/generated/{api.github.com,ghec,ghes-3.[0-9]*,github.ae}.json", { cwd: target })
    .filter((file) => !file.includes("deref") && !file.includes("diff"))
    .map((file) => join(target, file));
}

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
    createOverlayText({ title: "Edits", document: "./older.json", isJson: true }),
  );
  const lines = overlay.split("\n");
  const { operations: tools, overlay: applied } = analyzeOpenapiDocument(newer, overlay);
  const namedLines = (applied?.problems ?? []).map(({ line }) => lines[line - 1] ?? "");
  const { paths } = pathsSchema.parse(JSON.parse(newer));
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

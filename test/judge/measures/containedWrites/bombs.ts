import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContainedFiles } from "../../../../src/extension/vscode/storage/createInstallFolders.ts";
import { createProcessWatch } from "../../../../src/service/deployments/process/processWatch.ts";
import { runScript } from "../../../../src/service/testing/skill/runScript.ts";
import type { MeasureSize } from "../../figure.ts";
import { createTestFolder } from "./testFolder.ts";
import type { InMemoryService } from "./writers.ts";

/** Tries content that is small to send and large to unpack, or of a false type. Returns the number of attempts and the problems. */
export async function dropBombs(
  service: InMemoryService,
  size: MeasureSize,
): Promise<{ readonly tried: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  const dropped = Object.fromEntries(
    Object.entries(lists).filter(([what]) => size === "full" || !large.includes(what)),
  );
  const must = (isFine: boolean, what: string) => void (isFine || wrong.push(what));
  for (const [what, files] of Object.entries(dropped)) {
    const [project] = (await service.request("GET", "/api/v1/projects")).body.items;
    const { status } = await service.request("POST", "/api/v1/skills", {
      body: { projectId: project.id, files: files() },
    });
    must(status >= 400 && status < 500, `${what}: answered ${status}`);
  }
  for (const [what, make] of Object.entries(folders)) {
    const ground = createTestFolder();
    make(ground.root);
    const before = process.memoryUsage().rss;
    const read = await readContainedFiles(ground.root, ["link/kept.txt", "SKILL.md"]).catch(
      (error: Error) => error.name,
    );
    must(read === "FolderError" || (Array.isArray(read) && !read.some(({ path }) => /link|SKILL/.test(path))), what);
    must(process.memoryUsage().rss - before < 100 * 2 ** 20, `${what}: took much memory`);
    ground.remove();
  }
  const ground = createTestFolder();
  const seen = ground.outside();
  writeFileSync(join(ground.root, "out.mjs"), escapeArtist);
  const order = {
    folder: ground.root,
    script: "out.mjs",
    args: [],
    stdin: "",
    timeoutMs: 60_000,
    workDir: ground.root,
    sandbox: undefined,
  };
  const watch = createProcessWatch();
  const end = await runScript(order, watch, new AbortController().signal);
  await watch.close();
  must(
    end.stdout.trim() === "0",
    `a script got out ${end.stdout.trim()} times (${end.endedBy ?? "by itself"}): ${end.stderr.slice(0, 300)}`,
  );
  must(ground.outside() === seen, "a script's output is outside of its folder");
  ground.remove();
  return { tried: Object.keys(dropped).length + Object.keys(folders).length + 1, wrong };
}

const file = (path: string, content = "x") => ({ path, encoding: "utf8", content });
const lists = {
  "a hundred thousand files": () => Array.from({ length: 100_000 }, (_, index) => file(`f${index}`)),
  "more than any version may hold": () => [file("a", "x".repeat(40_000_000)), file("b", "x".repeat(40_000_000))],
  "a path of a thousand folders": () => [file(`${"a/".repeat(1000)}a`)],
  "a front matter that unfolds": () => {
    const aliases = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`).join("\n");
    return [file("SKILL.md", `---\nname: it\na0: &a0 [x, x]\n${aliases}\ndescription: x\n---\n`)];
  },
} as const;

/** Attempts that take seconds. */
const large: readonly string[] = ["a hundred thousand files", "more than any version may hold"];

const folders: Readonly<Record<string, (root: string) => void>> = {
  "a file of 8 GiB that takes no room": (root) => {
    writeFileSync(join(root, "large"), "");
    truncateSync(join(root, "large"), 8 * 2 ** 30);
  },
  "links that go round": (root) => {
    symlinkSync(root, join(root, "round"));
    symlinkSync("/etc/passwd", join(root, "SKILL.md"));
  },
  "more files than a folder may have": (root) => {
    for (let index = 0; index < 2100; index += 1) writeFileSync(join(root, `f${index}`), "");
  },
  "folders within folders": (root) => mkdirSync(join(root, ...Array<string>(400).fill("d")), { recursive: true }),
};

/** Counts the ways in which content could be written outside its folder. */
const escapeArtist = `
import { appendFileSync, copyFileSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
let out = 0;
const attempt = (work) => { try { work(); out += 1; } catch {} };
writeFileSync("mine.txt", "fine");
attempt(() => writeFileSync("../../../../outside/new.txt", "x"));
attempt(() => writeFileSync("../out.mjs", "x"));
attempt(() => appendFileSync("../link/kept.txt", "x"));
attempt(() => { symlinkSync("../../../../outside", "way"); writeFileSync("way/kept.txt", "x"); });
attempt(() => { linkSync("../../../../outside/kept.txt", "hard"); writeFileSync("hard", "x"); });
attempt(() => renameSync("mine.txt", "../../../../outside/moved.txt"));
attempt(() => copyFileSync("mine.txt", "../afile"));
attempt(() => rmSync("../../../../outside/kept.txt"));
attempt(() => mkdirSync("/tmp/fairlead-made-by-a-script"));
console.log(out);
`;

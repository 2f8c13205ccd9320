// `npm run screenshots`: runs the flows, which write screenshots, and copies those of the README. `-- skills walk` runs only
// the test files with these words in their paths.
import { copyFileSync, globSync, mkdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../host/prepare/paths.mjs";
import { build } from "../host/run.ts";
import { runVitest } from "../host/vitestRun.ts";
import { packageExtension } from "../host/vsix.ts";

process.env.FAIRLEAD_PICTURES = "every theme";
const startedAt = Date.now();
await build();
await packageExtension();
const words = process.argv.slice(2);
const files = globSync("test/e2e/**/*.test.ts", { cwd: root }).filter((file) =>
  words.some((word) => file.includes(word)),
);
if (words.length > 0 && files.length === 0) throw new Error(`No test file has ${words.join(" or ")} in its path.`);
const { failures } = await runVitest(words.length > 0 ? files : ["test/e2e"], { isLong: true });
if (failures.length > 0) throw new Error(`${failures.length} flows failed: their pictures would not be true.`);

const target = join(root, "media", "screenshots");
mkdirSync(target, { recursive: true });
// The screenshots of the README have the names `readme-<name>`.
for (const picture of globSync(join(root, ".vscode-test", "screenshots", "readme-*.png"))) {
  if (statSync(picture).mtimeMs < startedAt) continue;
  const name = basename(picture).replace("readme-", "");
  copyFileSync(picture, join(target, name));
  process.stdout.write(`media/screenshots/${name}\n`);
}

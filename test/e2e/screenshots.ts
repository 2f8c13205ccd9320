// `npm run screenshots`: runs the flows, which write screenshots, and copies those of the README.
import { copyFileSync, globSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../host/prepare/paths.mjs";
import { build } from "../host/run.ts";
import { runVitest } from "../host/vitestRun.ts";
import { packageExtension } from "../host/vsix.ts";

process.env.FAIRLEAD_PICTURES = "every theme";
await build();
await packageExtension();
const { failed } = await runVitest("test/e2e");
if (failed > 0) throw new Error(`${failed} flows failed: their pictures would not be true.`);

const target = join(root, "media", "screenshots");
mkdirSync(target, { recursive: true });
// The screenshots of the README have the names `readme-<name>`.
for (const picture of globSync(join(root, ".vscode-test", "screenshots", "readme-*.png"))) {
  const name = basename(picture).replace("readme-", "");
  copyFileSync(picture, join(target, name));
  process.stdout.write(`media/screenshots/${name}\n`);
}

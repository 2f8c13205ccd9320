import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createInstallFolders } from "../../../../../../src/extension/skill/model/disk/createInstallFolders.ts";
import { createTemporaryFolder } from "../../../../../support/createTemporaryFolder.ts";

const program = fileURLToPath(new URL("../../../../../support/skills/installForever.ts", import.meta.url));
const paths = ["SKILL.md", "scripts/run.js", "references/long/table.md"];

/** Kills the process while it writes the version after the `count`th one. */
async function killAfter(folder: string, first: number, count: number): Promise<void> {
  const child = spawn(process.execPath, [program, folder, String(first), paths.join(",")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let versionCount = 0;
  for await (const _ of createInterface(child.stdout)) {
    versionCount += 1;
    if (versionCount === count) child.kill("SIGKILL");
  }
  await exited;
}

test("leaves each file complete after a kill, and the next change works", async () => {
  const base = createTemporaryFolder();
  const folder = join(base, "skill");
  for (let kill = 0; kill < 6; kill += 1) {
    await killAfter(folder, kill * 1000, kill + 1);
    for (const path of paths) {
      const text = readFileSync(join(folder, path), "utf8");
      const [version = ""] = text.split("\n");
      expect(text === `${version}\n`.repeat(50_000), `${path} is whole after kill ${kill}`).toBe(true);
    }
  }
  const folders = createInstallFolders("here", () => []);
  const folderPath = { root: pathToFileURL(base).toString(), path: "skill" };
  expect((await folders.read(folderPath))?.map(({ path }) => path).sort()).toEqual([...paths].sort());
  await folders.change(folderPath, { remove: paths });
  expect(existsSync(join(folder, "SKILL.md"))).toBe(false);
});

import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../host/prepare/paths.mjs";
import { build } from "../host/run.ts";
import { packageExtension } from "../host/vsix.ts";
import { type Bench, compareWithLimit } from "./measuring/figure.ts";

const kilobyte = 1000;

/** Measures the download size, and the code that the editor loads at the start. */
export const sizes: Bench = {
  ids: ["P1"],
  run: async () => {
    await build();
    await packageExtension();
    const size = (...files: string[]) =>
      files.reduce((sum, file) => sum + statSync(join(root, "dist", file)).size, 0) / kilobyte;
    const scripts = globSync("{,webview/}*.{js,mjs}", { cwd: join(root, "dist") });
    const figure = (goal: string, most: number, kilobytes: number) =>
      compareWithLimit({ id: "P1", goal: `${goal}: at most ${most.toLocaleString("en")} kB`, unit: "kB" }, most, [
        kilobytes,
      ]);
    return [
      figure("the bundle that is loaded at activation", 60, size("extension.js")),
      figure("all JavaScript", 4000, size(...scripts)),
      figure("the package", 2500, size("fairlead.vsix")),
    ];
  },
};

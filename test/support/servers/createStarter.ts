import { readFileSync } from "node:fs";
import { createStarterFiles } from "../../../src/generator/starter/starterFiles.ts";
import { builtRuntime } from "../testBuild.ts";

/** A server with the runtime that every generated one has. */
export async function createStarter() {
  const content = readFileSync(await builtRuntime(), "utf8");
  const runtime = [{ path: "runtime.mjs", encoding: "utf8" as const, content }];
  return createStarterFiles({ name: "Starter", slug: "starter", version: "1.0.0", runtime });
}

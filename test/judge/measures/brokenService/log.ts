import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All that Fairlead has logged in an editor so far. */
export function readLog(userDataDir: string): string {
  const logs = join(userDataDir, "data", "logs");
  const files = globSync("**/Fairlead.log", { cwd: logs }).sort();
  return files.map((file) => readFileSync(join(logs, file), "utf8")).join("");
}

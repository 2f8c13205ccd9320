import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Everything that Fairlead has logged in an editor. */
export function readLog(userDataDir: string): string {
  const logs = join(userDataDir, "data", "logs");
  const files = globSync("**/Fairlead.log", { cwd: logs }).sort();
  return files.map((file) => readFileSync(join(logs, file), "utf8")).join("");
}

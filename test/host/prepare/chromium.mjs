import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { chromiumFolder, nodeFile, root, toolsFolder } from "./paths.mjs";
import { PrepareError } from "./say.mjs";

/** What unpacks the browser: the package writes to the temporary folder, which is made ours by `TMPDIR`. */
const unpack = `
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  const { getBinPath } = await import(import.meta.resolve("@sparticuz/chromium").replace("index.js", "paths.js"));
  await chromium.executablePath();
  await inflate(getBinPath() + "/al2023.tar.br");
`;

/** Unpacks headless Chromium from `@sparticuz/chromium` and tests it; the result is complete or absent. */
export const chromium = {
  name: "Chromium",
  isReady: () => existsSync(join(chromiumFolder(), "environment.json")),
  async install() {
    if (process.platform !== "linux") throw new PrepareError("The tests' browser runs on Linux only.");
    mkdirSync(toolsFolder, { recursive: true });
    const target = chromiumFolder();
    const folder = mkdtempSync(join(toolsFolder, `${basename(target)}.partial-`));
    try {
      run(nodeFile, ["--input-type=module", "--eval", unpack], { cwd: root, env: { ...process.env, TMPDIR: folder } });
      const environment = workingEnvironment(folder, target);
      writeFileSync(join(folder, "environment.json"), JSON.stringify(environment, null, 2));
      rmSync(target, { recursive: true, force: true });
      renameSync(folder, target);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The package contains the libraries that a minimal system lacks; they are used only if the system's own do not work. */
function workingEnvironment(folder, target) {
  const own = (parent) => ({ LD_LIBRARY_PATH: join(parent, "al2023", "lib") });
  const binary = join(folder, "chromium");
  if (starts(binary, {})) return {};
  if (starts(binary, own(folder))) return own(target);
  const { stdout } = spawnSync("ldd", [binary], { encoding: "utf8", env: { ...process.env, ...own(folder) } });
  const missing = [...(stdout ?? "").matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => library);
  const what =
    missing.length > 0 ? `These system libraries are missing: ${missing.join(", ")}.` : "It gives no reason.";
  const remedy = "On Debian, `apt-get install chromium` brings all that it needs.";
  throw new PrepareError(`Chromium does not start on this machine. ${what} ${remedy}`);
}

function starts(binary, environment) {
  return spawnSync(binary, ["--version"], { env: { ...process.env, ...environment } }).status === 0;
}

function run(command, commandArguments, options) {
  const { status, stderr, error } = spawnSync(command, commandArguments, { ...options, encoding: "utf8" });
  if (status !== 0) throw new PrepareError(`Unpacking Chromium failed.\n${error?.message ?? stderr}`);
}

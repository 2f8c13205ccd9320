import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
/** What the tests install beside the dependencies; ignored by git. */
export const toolsFolder = join(root, ".vscode-test");
export const binFolder = join(root, "node_modules", ".bin");
export const nodeFile = join(binFolder, "node");

export const codeServerVersion = "4.139.1";
export const codeServerFolder = join(toolsFolder, `code-server-${codeServerVersion}`);
/** The VS Code server inside code-server. */
export const vscodeFolder = join(codeServerFolder, "node_modules", "code-server", "lib", "vscode");

/** The environment in which `node` and `npm` are the project's own. */
export function projectEnvironment() {
  return { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH ?? ""}` };
}

/** Where Chromium is unpacked; only known once the dependencies are installed. */
export function chromiumFolder() {
  const { version } = createRequire(import.meta.url)(join(root, "node_modules/@sparticuz/chromium/package.json"));
  return join(toolsFolder, `chromium-${version}`);
}

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { createPanel } from "../../../e2e/verbs/panel.ts";
import { root } from "../../../host/prepare/paths.mjs";
import { expectInAll, killService, serviceProcesses, serviceVersion, untilWindows, type WindowsUser } from "./user.ts";

const newer = "99.0.0";

/** Installs a newer version while windows run the older one. Both use the running service. */
export async function updateExtension(user: WindowsUser): Promise<void> {
  const { editor, windows, service, flaws } = user;
  const [older] = windows;
  if (!older) throw new Error("There is a window.");
  const version = serviceVersion(user);
  await installNewer(editor.install);
  const updated = await older.another();
  await updated.view("Projects").show();
  windows.push(updated);
  await service.client.call("projects.create", { name: "While two versions run" });
  await expectInAll(user, "with two versions", "While two versions run");
  if (serviceProcesses(user) !== 1 || serviceVersion(user) !== version) {
    flaws.push(`with two versions: ${serviceProcesses(user)} services, of ${serviceVersion(user)}`);
  }
  // A module that is loaded after the update from the folder of the older version.
  await older.runCommand("Fairlead: Show Usage");
  await createPanel(older.page).text(/Usage of/);
  await killService(user, "Brought back by either version");
  for (const window of windows.splice(0, windows.length - 1)) await window.page.close();
  await untilWindows(user, 1);
  await killService(user, "Brought back by the newer version");
  if (serviceVersion(user) !== newer)
    flaws.push(`the newer window alone starts the service of ${serviceVersion(user)}`);
}

async function installNewer(install: (vsix: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-newer-"));
  try {
    for (const part of ["dist", "media", "README.md", "CHANGELOG.md", "LICENSE", ".vscodeignore"]) {
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    // The installed extension does not contain the source to build it.
    const { scripts: _, ...shipped } = manifest;
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...shipped, version: newer }));
    const packagePath = join(folder, "newer.vsix");
    await createVSIX({
      cwd: folder,
      packagePath,
      dependencies: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    });
    await install(packagePath);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

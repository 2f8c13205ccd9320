import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packTar, type TarSource } from "modern-tar/fs";
import type { Podman } from "./podman.ts";

const node = join(import.meta.dirname, "../../../node_modules/node/bin/node");
const certificates = "/etc/ssl/certs/ca-certificates.crt";

/** A base image without a network: programs of this machine, the libraries that they load, and the certificates. */
async function importImage(podman: Podman, name: string, files: readonly TarSource[], command: readonly string[]) {
  const archive = join(tmpdir(), `fairlead-image-${process.pid}-${command[0]}.tar`);
  const scratch: TarSource = { type: "content", content: "", target: "tmp/.keep" };
  try {
    await writeFile(archive, packTar([...files, scratch], { dereference: true, baseDir: "/" }));
    const settings = ["ENV PATH=/usr/bin", `CMD ${JSON.stringify(command)}`].map((change) => `--change=${change}`);
    await podman.run("import", ...settings, archive, name);
  } finally {
    rmSync(archive, { force: true });
  }
}

const copyPath = (path: string): TarSource => ({ type: "file", source: path, target: path.slice(1), mode: 0o755 });

/** What the container that holds the namespaces of a pod runs. */
export const pauseCommand = ["node", "-e", "setInterval(() => {}, 1e9)"];

/** The image with Node that servers begin with. */
export async function importNodeImage(podman: Podman, name: string, command: readonly string[] = ["node"]) {
  const program: TarSource = { type: "file", source: node, target: "usr/bin/node", mode: 0o755 };
  const more = existsSync(certificates) ? [certificates] : [];
  await importImage(podman, name, [program, ...[...listLibraries(node), ...more].map(copyPath)], command);
}

const python = "/usr/bin/python3";

export function findPythonProblem(): string | undefined {
  return existsSync(python) ? undefined : `there is no ${python}`;
}

/** Lists the files of the modules that the servers of the tests import. */
const listing = `
import encodings.idna, http.server, json, sys
for module in list(sys.modules.values()):
    if getattr(module, "__file__", None): print(module.__file__)
`;

/** Python of this machine with a part of its standard library. */
export async function importPythonImage(podman: Podman, name: string) {
  const { stdout } = spawnSync(python, ["-E", "-s", "-c", listing], { encoding: "utf8" });
  const modules = stdout.trim().split("\n");
  const libraries = [python, ...modules.filter((path) => path.endsWith(".so"))].flatMap(listLibraries);
  await importImage(podman, name, [...new Set([python, ...libraries, ...modules])].map(copyPath), ["python3"]);
}

/** The paths where the loader of this machine finds the shared libraries of a program, and the loader itself. */
function listLibraries(program: string): string[] {
  const { stdout } = spawnSync("ldd", [program], { encoding: "utf8" });
  return [...stdout.matchAll(/(?:=>\s*|^\s*)(\/\S+) \(0x/gm)].map(([, path = ""]) => path);
}

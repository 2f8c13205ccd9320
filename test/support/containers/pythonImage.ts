import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createImage, type Image } from "../../../src/service/images/image.ts";
import { createImageLayer, type LayerFile } from "../../../src/service/images/imageLayer.ts";
import { listLibraries, scratchImage } from "./nodeBaseImage.ts";

const python = "/usr/bin/python3";

export function findPythonProblem(): string | undefined {
  return existsSync(python) ? undefined : `there is no ${python}`;
}

/** Lists the folder of native modules, and the files of the modules that the servers of the tests import. */
const listing = `
import encodings.idna, http.server, json, sys, sysconfig
print(sysconfig.get_config_var("DESTSHARED") + "/")
for module in list(sys.modules.values()):
    if getattr(module, "__file__", None): print(module.__file__)
`;

/** Python of this machine with a part of its standard library: a base image without a network. */
export function createPythonImage(): Image {
  const { stdout } = spawnSync(python, ["-E", "-s", "-c", listing], { encoding: "utf8" });
  const [nativeModules = "", ...modules] = stdout.trim().split("\n");
  const libraries = [python, ...modules.filter((path) => path.endsWith(".so"))].flatMap(listLibraries);
  const layer = createImageLayer([
    ...[...new Set([python, ...libraries, ...modules])].map(
      (path): LayerFile => ({ path: path.slice(1), content: readFileSync(path), executable: true }),
    ),
    { path: nativeModules.slice(1), content: new Uint8Array() },
    { path: "tmp/", content: new Uint8Array(), mode: 0o1777 },
  ]);
  return createImage(scratchImage, layer, {
    ...{ user: "0:0", workingDir: "/", command: ["python3"], environment: ["PATH=/usr/bin"], labels: {} },
  });
}

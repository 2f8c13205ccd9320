import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiObject } from "./apiObject.ts";
import type { ImageContent } from "./containerProcess.ts";
import type { ObjectStore } from "./objectStore.ts";

/** The volumes of a pod of the double: folders of this machine. */
export class PodVolumes {
  readonly #root = mkdtempSync(join(tmpdir(), "fairlead-pod-"));

  constructor(store: ObjectStore, namespace: string, volumes: readonly ApiObject["spec"][] = []) {
    for (const { name, configMap } of volumes) {
      mkdirSync(join(this.#root, name));
      if (!configMap) continue;
      const { binaryData = {} } = store.get("configmaps", namespace, configMap.name);
      for (const [file, content] of Object.entries(binaryData))
        writeFileSync(join(this.#root, name, file), Buffer.from(String(content), "base64"));
    }
  }

  /** What a container of the pod starts, with the paths of this machine. */
  findProgram({ command, args, workingDir, volumeMounts = [] }: ApiObject["spec"], image: ImageContent) {
    const locate = (text: string) =>
      volumeMounts.reduce(
        (found: string, { name, mountPath }: ApiObject["spec"]) =>
          found.replaceAll(new RegExp(`(?<=^|[ '])${mountPath}(?=/|$|[ '])`, "g"), join(this.#root, name)),
        text,
      );
    const given: readonly string[] | undefined = command ?? args;
    const words = given?.map(locate) ?? ["node", join(image.folder ?? "", image.entry ?? "")];
    return { words, folder: workingDir ? locate(workingDir) : (image.folder ?? this.#root) };
  }

  /** Runs what prepares the pod. Returns its exit code and its last output. */
  runToEnd(container: ApiObject["spec"], image: ImageContent) {
    const { words, folder } = this.findProgram(container, image);
    const [program = "", ...args] = words;
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
    return { exitCode: status ?? 127, message: `${stdout}${stderr}` };
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

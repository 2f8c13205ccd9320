import { below, placeIn } from "../../core/foundation/folderPath.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { CodeFile } from "../../core/registry/versionFiles.ts";
import { documentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";

const name = ".skillignore";

/** Writes down what is no part of the skill, so that it is left out and compared without it from now on. */
export async function leaveOut(
  app: App,
  folder: string,
  all: readonly CodeFile[],
  chosen: readonly CodeFile[],
): Promise<void> {
  const left = all.filter((file) => !chosen.includes(file)).map(({ path }) => path);
  if (left.length === 0) return;
  if (!folder.startsWith("file:")) {
    say(
      app,
      "info",
      `${left.length} files of ${documentName(folder)} were left out this time. A ${name} keeps them out.`,
    );
    return;
  }
  const place = placeIn(app.folders.roots(), folder);
  const before = await app.folders.readFile(below(place, name));
  const text = before ? new TextDecoder().decode(before).replace(/\n*$/, "\n") : "";
  const lines = left.map((path) => `/${path.replaceAll(/[\\*?[\]!# ]/g, "\\$&")}\n`).join("");
  await app.folders.change(place, { write: [{ path: name, bytes: Buffer.from(text + lines) }] });
  const words = left.length === 1 ? `${left[0]} is` : `${left.length} files are`;
  say(app, "info", `${words} left out of ${documentName(folder)} from now on: see ${name}.`);
}

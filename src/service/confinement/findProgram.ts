import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** The absolute path of a program in the folders of `PATH`; undefined: it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    if (isAbsolute(folder) && (await isExecutable(path))) return path;
  }
  return undefined;
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

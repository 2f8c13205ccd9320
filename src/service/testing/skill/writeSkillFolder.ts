import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { SkillFile } from "../../../skills/skill.ts";
import { findPathProblems } from "../../../text/filePaths.ts";

/** Thrown when a skill cannot be written to disk unchanged. */
export class UnwritableSkillError extends Error {
  override readonly name = "UnwritableSkillError";
}

/** Writes a skill to a new folder in `workDir` and returns its real path. Checks all paths before it writes the first file. */
export async function writeSkillFolder(workDir: string, files: readonly SkillFile[]): Promise<string> {
  const [problem] = findPathProblems(files.map(({ path }) => path));
  if (problem) throw new UnwritableSkillError(`${JSON.stringify(problem.path)} cannot be written. ${problem.message}`);
  const folder = await realpath(await mkdtemp(join(workDir, "skill-")));
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    // The last check before the disk.
    if (relative(folder, target).split(sep).includes(".."))
      throw new UnwritableSkillError(`"${path}" is outside of the skill's folder.`);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { flag: "wx", mode: 0o600 });
  }
  return folder;
}

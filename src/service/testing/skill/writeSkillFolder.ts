import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { SkillFile } from "../../../skills/skill.ts";
import { findPathProblems } from "../../../text/filePaths.ts";

/** A skill cannot be written to a disk as it is. */
export class UnwritableSkillError extends Error {
  override readonly name = "UnwritableSkillError";
}

/** Writes a skill into a new folder in `workDir`; answers its real path. All paths are checked before the first byte. */
export async function writeSkillFolder(workDir: string, files: readonly SkillFile[]): Promise<string> {
  const [problem] = findPathProblems(files.map(({ path }) => path));
  if (problem) throw new UnwritableSkillError(`${JSON.stringify(problem.path)} cannot be written. ${problem.message}`);
  const folder = await realpath(await mkdtemp(join(workDir, "skill-")));
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    // The last moment before the disk.
    if (relative(folder, target).split(sep).includes("..")) throw new UnwritableSkillError(`"${path}" leads out.`);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { flag: "wx", mode: 0o600 });
  }
  return folder;
}

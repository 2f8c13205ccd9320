/** Whether a script's cases are run: only JavaScript can be restricted to the files of its skill. */
export function isRunnableScript(path: string): boolean {
  return /\.[cm]?js$/.test(path);
}

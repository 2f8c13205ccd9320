/**
 * Runs beside each editor and ends it when the process that started it has ended, for any reason, because the guard's standard input
 * then closes. Arguments: the editor's mark, its data folder, and folders to remove afterwards.
 */
import { rmSync } from "node:fs";
import { editorProcesses } from "./editorProcesses.ts";
import { endProcesses } from "./processes.ts";

const [mark = "", userDataDir = "", ...temporaryFolders] = process.argv.slice(2);
if (mark === "" || userDataDir === "") throw new Error("Whom to guard?");
process.stdin.resume().once("close", async () => {
  await endProcesses(() => editorProcesses(mark, userDataDir));
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
});

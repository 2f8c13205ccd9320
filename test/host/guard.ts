/**
 * Runs beside each editor and ends it when the process that started it has ended, for any reason, because the guard's standard input
 * then closes. Arguments: the editor's mark, its data folder.
 */
import { editorProcesses } from "./editorProcesses.ts";
import { endProcesses } from "./processes.ts";

const [mark = "", userDataDir = ""] = process.argv.slice(2);
if (mark === "" || userDataDir === "") throw new Error("Whom to guard?");
process.stdin.resume().once("close", () => {
  void endProcesses(() => editorProcesses(mark, userDataDir));
});

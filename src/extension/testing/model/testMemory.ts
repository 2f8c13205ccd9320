import * as z from "zod";
import type { Memory } from "../../base/ports.ts";
import { openRememberedTexts } from "../../base/rememberedTexts.ts";

const entrySchema = z.object({
  connectionId: z.string(),
  kind: z.enum(["server", "skill"]),
  /** The id of the server or skill. */
  ownerId: z.string(),
  runId: z.string(),
  /** The editor did not see the end of the run. */
  isOpen: z.boolean(),
  /** The editor stores the results itself, so Fairlead must not show the run a second time. */
  isKept: z.boolean(),
});
/** A run that was started from this workspace. */
export type TestRunRecord = z.output<typeof entrySchema>;

const name = "testRuns";
const most = 20;

export function openTestRunHistory(memory: Memory) {
  const read = () => z.array(entrySchema).catch([]).parse(memory.read("workspace", name));
  return {
    /** Oldest first. */
    of: (connectionId: string): readonly TestRunRecord[] => read().filter((run) => run.connectionId === connectionId),
    save: (run: TestRunRecord): Promise<void> => {
      const runs = read();
      const index = runs.findIndex(({ runId }) => runId === run.runId);
      const next = index === -1 ? [...runs, run] : runs.with(index, run);
      return memory.write("workspace", name, next.slice(-most));
    },
  };
}

/** Versions of servers that were not deployed because their tests failed, as `ID VERSION`. */
export const openFailedVersions = (memory: Memory) => openRememberedTexts(memory, "workspace", "failedVersions");

/** Digests of contents that the user confirmed without a passed test run, so that the prompt is shown once. */
export const readUntestedContents = (memory: Memory) => openRememberedTexts(memory, "workspace", "acceptedUntested");

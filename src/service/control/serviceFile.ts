import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** `service.json` in the data folder: how the same user's editor finds the service and proves itself. */
const serviceFileSchema = z.looseObject({
  url: z.url(),
  pid: z.number().int(),
  version: z.string(),
  control: z.string(),
});
export type ServiceFileContent = z.output<typeof serviceFileSchema>;

const nameIn = (dataDir: string) => join(dataDir, "service.json");

/** Whole or not at all, and for its owner only. */
export function writeServiceFile(dataDir: string, content: ServiceFileContent): void {
  // One name: what a process that was killed left behind is written over.
  const draft = `${nameIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(draft, nameIn(dataDir));
}

export function removeServiceFile(dataDir: string): void {
  rmSync(nameIn(dataDir), { force: true });
}

/** undefined where there is none, or none that can be read. */
export function readServiceFile(dataDir: string): ServiceFileContent | undefined {
  try {
    return serviceFileSchema.safeParse(JSON.parse(readFileSync(nameIn(dataDir), "utf8"))).data;
  } catch {
    return undefined;
  }
}

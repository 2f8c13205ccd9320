import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** `service.json` in the data folder, with which the same user's editor finds the service and authenticates itself. */
const serviceFileSchema = z.looseObject({
  url: z.url(),
  pid: z.number().int(),
  version: z.string(),
  control: z.string(),
});
export type ServiceFileContent = z.output<typeof serviceFileSchema>;

const serviceFilePath = (dataDir: string) => join(dataDir, "service.json");

/** Writes the file atomically and readable by its owner only. */
export function writeServiceFile(dataDir: string, content: ServiceFileContent): void {
  // The fixed name makes the next start overwrite the draft of a killed process.
  const draft = `${serviceFilePath(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(draft, serviceFilePath(dataDir));
}

export function removeServiceFile(dataDir: string): void {
  rmSync(serviceFilePath(dataDir), { force: true });
}

/** Returns `undefined` if the file is missing or unreadable. */
export function readServiceFile(dataDir: string): ServiceFileContent | undefined {
  try {
    return serviceFileSchema.safeParse(JSON.parse(readFileSync(serviceFilePath(dataDir), "utf8"))).data;
  } catch {
    return undefined;
  }
}

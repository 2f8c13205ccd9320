import { programEnvironment } from "../../deployments/process/processEnvironment.ts";

/** The whole environment of a script: a place for temporary files, and the same time zone on every machine. */
export function scriptEnvironment(own: NodeJS.ProcessEnv, scratch: string): Record<string, string> {
  return { ...programEnvironment(own), TMPDIR: scratch, TEMP: scratch, TMP: scratch, TZ: "UTC" };
}

import { build } from "../host/run.ts";

/** Builds before all test files, because service and server processes in tests run the bundles. `npm test` has built them. */
export async function setup(): Promise<void> {
  if (!process.env.FAIRLEAD_BUILT) await build();
}

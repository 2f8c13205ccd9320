import { test } from "vitest";

/** A test that takes long and rarely fails: `npm run judge` runs it each night, `npm test` does not. */
export const longTest = test.runIf(process.env.FAIRLEAD_LONG !== undefined);

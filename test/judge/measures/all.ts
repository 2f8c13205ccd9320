import type { Measure } from "../figure.ts";

/** Every goal, in the order of the table. */
export const measures: readonly Measure[] = [];

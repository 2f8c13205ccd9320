import type { Measure } from "../figure.ts";
import { hostilePages } from "./hostilePages.ts";
import { refusedCallers } from "./refusedCallers.ts";

/** Every goal, in the order of the table. */
export const measures: readonly Measure[] = [refusedCallers, hostilePages];

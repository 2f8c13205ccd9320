import type { Measure } from "../figure.ts";
import { faultyNetwork } from "./faultyNetwork.ts";
import { hostilePages } from "./hostilePages.ts";
import { refusedCallers } from "./refusedCallers.ts";

/** Every goal, in the order of the table. */
export const measures: readonly Measure[] = [faultyNetwork, refusedCallers, hostilePages];

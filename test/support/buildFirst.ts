import { build } from "../host/run.ts";

/** Builds before all test files, because service and server processes in tests run the bundles. */
export const setup = build;

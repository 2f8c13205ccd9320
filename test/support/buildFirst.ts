import { build } from "../host/run.ts";

/** Before all test files: services and servers that are processes of their own run what is shipped. */
export const setup = build;

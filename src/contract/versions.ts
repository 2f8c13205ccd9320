import * as z from "zod";

/** The number a new version is to have; the next free one where it is not said. */
export const versionInput = z
  .string()
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, "a semantic version such as 1.2.0")
  .optional();

import { evalFileSchema } from "./evalFile.ts";
import { queryFileSchema } from "./queryFile.ts";
import { scriptFileSchema } from "./scriptFile.ts";
import { serverCaseFileSchema } from "./serverCaseSchema.ts";

/** What each kind of case file may hold; the build makes JSON schemas of them, by these names. */
export const caseFileSchemas = {
  "server-cases": serverCaseFileSchema,
  "skill-evals": evalFileSchema,
  "skill-queries": queryFileSchema,
  "skill-scripts": scriptFileSchema,
} as const;

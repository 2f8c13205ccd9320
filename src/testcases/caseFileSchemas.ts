import { evalFileSchema } from "./evalFile.ts";
import { queryFileSchema } from "./queryFile.ts";
import { scriptFileSchema } from "./scriptFile.ts";
import { serverCaseFileSchema } from "./serverCaseSchema.ts";

/** The schemas of the case files. The build converts them to JSON schemas with these names. */
export const caseFileSchemas = {
  "server-cases": serverCaseFileSchema,
  "skill-evals": evalFileSchema,
  "skill-queries": queryFileSchema,
  "skill-scripts": scriptFileSchema,
} as const;

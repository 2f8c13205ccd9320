import { problemCodes, problemDetailsSchema } from "../../contract/problemDetails.ts";

/** Whether an error response is one of the contract's: by its code. */
export function isContractProblem(json: unknown): boolean {
  const code = problemDetailsSchema.safeParse(json).data?.code;
  return code !== undefined && Object.hasOwn(problemCodes, code);
}

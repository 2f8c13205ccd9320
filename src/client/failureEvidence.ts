import * as z from "zod";
import { type Evidence, longestEvidenceText } from "../contract/evidence.ts";
import { isOperationName } from "../contract/operationNames.ts";
import { maskSecrets } from "../text/secrets/maskSecrets.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { notOfferedCode } from "./errors.ts";

/** What a failed call shows of its operation. */
export type FailureEvidence = Pick<Evidence, "outcome" | "status" | "words" | "unreadable">;

const refusalSchema = z.object({
  status: z.int().min(400),
  code: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
  cause: z.unknown(),
});
const failedCallSchema = z.object({ operation: z.string(), host: z.string(), problem: z.string().optional() });
type Refusal = z.output<typeof refusalSchema>;

/** Statuses that are about the moment, the item or its state, and not about the operation. */
const inconclusiveStatuses: ReadonlySet<number> = new Set([404, 408, 409, 410, 412, 425, 428, 429]);
const unreadableErrors: ReadonlySet<string> = new Set([
  "UnclearAnswerError",
  "UnexpectedAnswerError",
  "RedirectedError",
]);

/** Undefined where the failure passes, or is about one item. Errors of other bundles are distinguished by their names. */
export function readFailureEvidence(error: unknown): FailureEvidence | undefined {
  if (!(error instanceof Error)) return undefined;
  if (unreadableErrors.has(error.name))
    return { outcome: "refused", ...statusOf(error), unreadable: limitText(readProblem(error)) };
  const refusal = refusalSchema.safeParse(error).data;
  if (!refusal) return undefined;
  if (refusal.code === notOfferedCode) {
    const cause = refusalSchema.safeParse(refusal.cause).data;
    return { outcome: "notOffered", ...(cause && { status: cause.status, ...wordsOf(cause) }) };
  }
  const { status } = refusal;
  if (status === 405 || status === 501) return { outcome: "notOffered", status, ...wordsOf(refusal) };
  if (status >= 500 || inconclusiveStatuses.has(status)) return undefined;
  return { outcome: "refused", status, ...wordsOf(refusal) };
}

function statusOf(error: Error): Pick<Evidence, "status"> {
  const status = "status" in error ? error.status : undefined;
  return typeof status === "number" && status > 0 ? { status } : {};
}

/** The message without what the report shows anyway: the operation, the host and the advice. */
function readProblem(error: Error): string {
  const call = failedCallSchema.safeParse(error).data;
  const prefix = call && isOperationName(call.operation) ? `${describeFailedCall(call.operation, call.host)}: ` : "";
  const problem = call?.problem ?? error.message.replace(prefix, "");
  return problem.charAt(0).toUpperCase() + problem.slice(1);
}

function wordsOf({ title, detail, errors }: Refusal): Pick<Evidence, "words"> {
  const reason = detail ?? title;
  const fields = errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const words = [...(reason === undefined ? [] : [reason]), ...fields]
    .join("; ")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return words === "" ? {} : { words: limitText(words) };
}

/** A secret at the cut would no longer be recognized, so the text is redacted first. */
function limitText(text: string): string {
  const clean = maskSecrets(text.slice(0, 4 * longestEvidenceText), []);
  return clean.length <= longestEvidenceText ? clean : `${clean.slice(0, longestEvidenceText - 3)}...`;
}

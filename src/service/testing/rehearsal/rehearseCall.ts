import type { AnswerDifference, RehearsedCall } from "../../../contract/routes/previewRoutes.ts";
import { compareAnswers, omitUnstable } from "../../../surface/compareAnswers.ts";
import { callTool, type TestedResult } from "../server/callTool.ts";
import { requestWithinTime } from "../server/detectSupportedEras.ts";
import type { ProtocolEra } from "../server/protocolClient.ts";
import type { TargetClient } from "../server/targetClient.ts";
import type { PlannedCall } from "./planCalls.ts";

export interface RehearsedVersion {
  readonly client: TargetClient;
  readonly era: ProtocolEra;
}

interface Rehearsal {
  readonly before: RehearsedVersion;
  readonly after: RehearsedVersion;
}

type Outcome = Pick<RehearsedCall, "outcome" | "differences" | "unstable" | "reason">;

/** Makes one call at both versions. */
export async function rehearseCall(
  { before, after }: Rehearsal,
  { call, ...facts }: PlannedCall,
  signal: AbortSignal,
): Promise<RehearsedCall> {
  if (typeof call === "string") return { ...facts, ...skip(call), replayed: false };
  const make = ({ client, era }: RehearsedVersion) =>
    requestWithinTime((stop) => callTool(client, era, call, stop), undefined, signal);
  // Between the two calls of the live version, so that what changes meanwhile is seen there too.
  const first = await make(before);
  const answer = await make(after);
  const second = call.upstream ? first : await make(before);
  for (const { client } of [before, after]) client.takeTranscript();
  return { ...facts, ...judge(first, second, answer), replayed: call.upstream !== undefined };
}

function judge(
  first: TestedResult | undefined,
  second: TestedResult | undefined,
  answer: TestedResult | undefined,
): Outcome {
  if (!first || !second) return skip("The live version does not answer it, or not in time.");
  if (!answer) return fail("The preview does not answer it, or not in time.");
  const requests = answer.unmatched
    .filter((request) => !first.unmatched.includes(request))
    .map((request): AnswerDifference => ({ path: "request to the API", preview: request }));
  // Its answer only follows from them.
  if (requests.length > 0) return { outcome: "differs", differences: requests, unstable: [] };
  if (answer.isError && !first.isError && !second.isError) return fail(answer.text.slice(0, 500));
  const unstable = compareAnswers(first, second).map(({ path }) => path);
  const differences = [...omitUnstable(compareAnswers(first, answer), unstable)];
  return { outcome: differences.length > 0 ? "differs" : "same", differences, unstable };
}

const skip = (reason: string): Outcome => ({ outcome: "skipped", reason, differences: [], unstable: [] });
const fail = (reason: string): Outcome => ({ outcome: "fails", reason, differences: [], unstable: [] });

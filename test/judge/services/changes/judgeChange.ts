import { readErrorMessage } from "../../../../src/extension/base/failure.ts";
import type { JudgedConnection } from "../connect.ts";
import type { ForeignService } from "../serviceFolder.ts";
import { quote } from "../shownStates.ts";
import type { Truth } from "../truth.ts";
import type { ChangeCase, ChangeOutcome, ChangeResult, PlannedChange } from "./changeCase.ts";

export interface ChangeVerdict {
  readonly change: string;
  readonly outcome: ChangeOutcome;
  /** What was asked for, what the client said, and what happened. */
  readonly detail: string;
  /** The message that the user sees. */
  readonly message: string | undefined;
}

type Response = { readonly result: ChangeResult } | { readonly message: string };

const mostMs = 200_000;
/** The error says that the change may have been made. */
const saysUnknown =
  /\b(?:unknown|may (?:already )?have|might (?:already )?have|whether|not (?:clear|certain|known)|cannot tell)\b/i;

/** Makes a change and compares the client's report with the effects. `isLost`: the service loses its response. */
export async function judgeChange(
  service: Pick<ForeignService, "readTruth" | "effects" | "requests" | "lose">,
  { client }: Pick<JudgedConnection, "client">,
  change: ChangeCase,
  isLost: boolean,
): Promise<ChangeVerdict | undefined> {
  const before = service.readTruth();
  const planned = change.plan(before);
  if (!planned || before.lacks.includes(change.operation)) return undefined;
  const counted = structuredClone(service.effects);
  const first = service.requests.length;
  if (isLost) service.lose[change.operation] = 1;
  const response = await Promise.race([respond(planned.call(client)), timeOut()]);
  service.lose[change.operation] = 0;
  const wasLost = service.requests.slice(first).some(({ lost }) => lost);
  const effects = listEffects(counted, service.effects);
  const after = service.readTruth();
  const facts = { operation: change.operation, planned, response, effects, wasLost, after };
  const [outcome, why] = decideOutcome(facts);
  const message = "message" in response ? response.message : undefined;
  const said = message === undefined ? "the client reports success" : `the client reports ${quote(message)}`;
  const made = effects.length === 0 ? "no effect" : `effects on ${effects.join(", ")}`;
  return {
    change: isLost ? `${change.name}, response lost` : change.name,
    ...{ outcome, message },
    detail: `${planned.wish}: ${said}; ${made}${why === undefined ? "" : `; ${why}`}`,
  };
}

interface ChangeFacts {
  readonly operation: ChangeCase["operation"];
  readonly planned: PlannedChange;
  readonly response: Response;
  readonly effects: readonly string[];
  readonly wasLost: boolean;
  readonly after: Truth;
}

function decideOutcome({
  operation,
  planned,
  response,
  effects,
  wasLost,
  after,
}: ChangeFacts): [ChangeOutcome, string?] {
  const isCounted = (effect: string) => planned.items.some((item) => effect.endsWith(` ${item}`));
  if (effects.some((effect) => !isCounted(effect))) return ["wrongItem", `right is ${planned.items.join(", ")}`];
  if (effects.length > 1) return ["twice"];
  if ("message" in response) {
    if (effects.length === 0) return ["refusedHonestly"];
    const difference = planned.check(after);
    // An update without the value changes nothing, so the error is true.
    if (difference !== undefined)
      return [operation.endsWith(".update") ? "refusedHonestly" : "falseFailure", difference];
    const isHonest = wasLost && saysUnknown.test(response.message);
    return isHonest ? ["once", "the message says that the result is unknown"] : ["falseFailure"];
  }
  if (effects.length === 0) return ["falseSuccess"];
  const difference = planned.check(after) ?? checkResult(response.result, after);
  return difference === undefined ? ["once"] : ["falseSuccess", difference];
}

/** The editor uses the id of the response next: it has to name the new item. */
function checkResult({ id }: ChangeResult, after: Truth): string | undefined {
  if (id === undefined) return undefined;
  const { projects = [], servers = [], deployments = [], skills = [], serverTestRuns = [], skillTestRuns = [] } = after;
  const installations = skills.flatMap((skill) => skill.installations ?? []);
  const all = [
    ...projects,
    ...servers,
    ...deployments,
    ...skills,
    ...serverTestRuns,
    ...skillTestRuns,
    ...installations,
  ];
  return all.some((item) => item.id === id) ? undefined : `the id ${quote(id)} of the result names no item`;
}

type Effects = ForeignService["effects"];

/** One entry for each effect: the operation and the item. */
function listEffects(before: Effects, after: Effects): readonly string[] {
  return Object.entries(after).flatMap(([operation, items]) =>
    Object.entries(items).flatMap(([item, count]) =>
      Array.from({ length: count - (before[operation]?.[item] ?? 0) }, () => `${operation} ${item}`),
    ),
  );
}

function respond(call: Promise<ChangeResult>): Promise<Response> {
  return call.then(
    (result) => ({ result }),
    (error: unknown) => ({ message: readErrorMessage(error) }),
  );
}

async function timeOut(): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, mostMs).unref());
  return { message: `There is no result after ${mostMs / 1000} s.` };
}

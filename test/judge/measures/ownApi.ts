import fc from "fast-check";
import { isOperationName } from "../../../src/contract/operationNames.ts";
import type { OperationName } from "../../../src/contract/operations.ts";
import { type ContractFixture, startContractFixture } from "../../contract/contractFixture.ts";
import { operationCases } from "../../contract/operationCases.ts";
import type { Measure } from "../figure.ts";
import { type DescribedApi, type DescribedOperation, describeApi } from "./ownApi/describedOperation.ts";
import { type ApiRequest, createApiRequest, createApiRequests } from "./ownApi/requests.ts";
import { createResponseJudge, type ResponseJudge } from "./ownApi/responseJudge.ts";
import { sendApiRequest } from "./ownApi/sendApiRequest.ts";
import { type ApiTally, createApiTally } from "./ownApi/tally.ts";

const seed = 20_260_602;
const requests = 400;
/** The request size up to which a response must be fast. */
const bodyLimit = 256 * 1024;

export const ownApi: Measure = {
  id: "F3",
  goal: "any request to any operation: no 5xx, no undocumented status, every answer as its schema has it",
  needs: "node",
  measure: async () => {
    const described = describeApi();
    const tally = createApiTally(described.operations);
    const judge = await createResponseJudge(described);
    const fixture = await startContractFixture({ bodyLimit });
    try {
      await measureAll({ described, tally, judge, fixture });
    } finally {
      await fixture.close();
    }
    await refuseTooMany(described, tally, judge);
    return tally.found(seed);
  },
};

interface Parts {
  readonly described: DescribedApi;
  readonly tally: ApiTally;
  readonly judge: ResponseJudge;
  readonly fixture: ContractFixture;
}

async function measureAll(parts: Parts): Promise<void> {
  const { described, fixture } = parts;
  for (const of of described.operations) {
    if (!isOperationName(of.name)) continue;
    const known = await inputOf(fixture, of.name);
    await sent(parts, of, createApiRequest(of, known));
    await sendDeliberate(parts, of, known);
    const arbitrary = createApiRequests(of.name, of, withoutWork(of.name, known));
    for (const apiRequest of fc.sample(arbitrary, { numRuns: requests, seed })) await sent(parts, of, apiRequest);
  }
}

/** Returns the input that a case creates. */
async function inputOf<N extends OperationName>(
  fixture: ContractFixture,
  name: N,
): Promise<Readonly<Record<string, unknown>>> {
  return Object.fromEntries(Object.entries(await operationCases[name].input(fixture)));
}

/** These operations would start a process. An unknown version is rejected before that. */
function withoutWork(name: string, known: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return /^(server\.deploy|serverTestRuns\.start|skillTestRuns\.start)$/.test(name)
    ? { ...known, version: "9.9.9" }
    : known;
}

/** Provokes the error responses that every operation has. */
async function sendDeliberate(
  parts: Parts,
  of: DescribedOperation,
  known: Readonly<Record<string, unknown>>,
): Promise<void> {
  const apiRequest = createApiRequest(of, known);
  const headers = (more: Record<string, string>): ApiRequest => ({
    ...apiRequest,
    headers: { ...apiRequest.headers, ...more },
  });
  const { key } = await parts.fixture.clientWith([of.name.startsWith("apiKeys") ? "read" : "admin"]);
  const unknownItem = createApiRequest(of, {
    ...known,
    ...Object.fromEntries(
      Object.keys(known)
        .filter((name) => /id$/i.test(name))
        .map((name) => [name, "none_1"]),
    ),
  });
  const wrong = [
    headers({ Authorization: "" }),
    headers({ Authorization: `Bearer ${key}` }),
    createApiRequest(of, { ...known, shoeSize: 43 }),
    unknownItem,
    ...(of.method === "PATCH" ? [headers({ "If-Match": '"none"' })] : []),
    ...(of.body ? [headers({ "Content-Type": "text/plain" }), { ...apiRequest, body: "a".repeat(bodyLimit + 1) }] : []),
  ];
  for (const one of wrong) await sent(parts, of, one);
}

async function sent(
  { fixture, judge, tally }: Pick<Parts, "fixture" | "judge" | "tally">,
  of: DescribedOperation,
  apiRequest: ApiRequest,
): Promise<void> {
  const answer = await sendApiRequest(fixture.url, fixture.key, apiRequest).catch((error: unknown) => ({
    ...{ status: 0, headers: {}, text: `No answer: ${error instanceof Error ? error.message : String(error)}` },
  }));
  tally.add(of, apiRequest, answer, judge);
}

/** Calls each operation more often than the rate limit allows. */
async function refuseTooMany(described: DescribedApi, tally: ApiTally, judge: ResponseJudge): Promise<void> {
  const fixture = await startContractFixture({ rateLimit: { burst: 1, perSecond: 0.001 } });
  try {
    for (const of of described.operations)
      for (let count = 0; count < 2; count += 1)
        await sent({ fixture, judge, tally }, of, createApiRequest(of, { id: "none_1" }));
  } finally {
    await fixture.close();
  }
}

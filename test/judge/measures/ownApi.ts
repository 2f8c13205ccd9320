import fc from "fast-check";
import { operationTable } from "../../../src/contract/operations.ts";
import { type ContractFixture, startContractFixture } from "../../contract/contractFixture.ts";
import { createKnownInput } from "../../contract/operationCases.ts";
import type { Measure, MeasureResult } from "../figure.ts";
import { type DescribedApi, type DescribedOperation, describeApi } from "./ownApi/describedApi.ts";
import { type ApiRequest, createApiRequest, createApiRequests, type Fields } from "./ownApi/requests.ts";
import { createResponseJudge, type ResponseJudge } from "./ownApi/responseJudge.ts";
import { sendApiRequest } from "./ownApi/sendApiRequest.ts";

const seed = 20_260_602;
const requests = 400;
/** The request size up to which a response must be fast. */
const bodyLimit = 256 * 1024;
/** The refusals that can be caused for any operation that declares them. */
const everywhere = [400, 401, 403, 404, 412, 413, 415, 429];
const mostFindings = 40;

export const ownApi: Measure = {
  id: "F3",
  goal: "any request to any operation: no 5xx, no undocumented status, every answer as its schema has it",
  needs: "node",
  measure: async () => {
    const described = describeApi();
    const tally = new ApiTally(described, await createResponseJudge(described));
    const fixture = await startContractFixture({ bodyLimit });
    try {
      const all: { of: DescribedOperation; known: Fields }[] = [];
      for (const of of described.operations) all.push({ of, known: await createKnownInput(fixture, of.name) });
      // What is random may archive what others need.
      for (const { of, known } of all)
        for (const made of await createDeliberate(fixture, of, known)) await tally.send(fixture, made);
      for (const { of, known } of all)
        for (const made of fc.sample(createApiRequests(of, withoutWork(of.name, known)), { numRuns: requests, seed }))
          await tally.send(fixture, made);
    } finally {
      await fixture.close();
    }
    await refuseTooMany(described, tally);
    return tally.result();
  },
};

/** These operations would start a process. An unknown version is rejected before that. */
const withoutWork = (name: string, known: Fields): Fields =>
  /^(server\.deploy|serverTestRuns\.start|skillTestRuns\.start)$/.test(name) ? { ...known, version: "9.9.9" } : known;

/** A valid request after those that provoke the refusals that every operation has. */
async function createDeliberate(
  fixture: ContractFixture,
  of: DescribedOperation,
  known: Fields,
): Promise<ApiRequest[]> {
  const made = createApiRequest(of, known);
  const withHeaders = (more: Record<string, string>) => ({ ...made, headers: { ...made.headers, ...more } });
  const { key } = await fixture.clientWith([of.name.startsWith("apiKeys") ? "read" : "admin"]);
  const unknownIds = Object.keys(known).flatMap((name) => (/id$/i.test(name) ? [[name, "none_1"]] : []));
  return [
    withHeaders({ Authorization: "" }),
    withHeaders({ Authorization: `Bearer ${key}` }),
    createApiRequest(of, { ...known, shoeSize: 43 }),
    createApiRequest(of, { ...known, ...Object.fromEntries(unknownIds) }),
    ...(of.method === "PATCH" ? [withHeaders({ "If-Match": '"none"' })] : []),
    ...(of.body ? [withHeaders({ "Content-Type": "text/plain" }), { ...made, body: "a".repeat(bodyLimit + 1) }] : []),
    made,
  ];
}

/** Calls each operation more often than the rate limit allows. */
async function refuseTooMany({ operations }: DescribedApi, tally: ApiTally): Promise<void> {
  const fixture = await startContractFixture({ rateLimit: { burst: 1, perSecond: 0.001 } });
  try {
    for (const of of operations)
      for (let count = 0; count < 2; count += 1) await tally.send(fixture, createApiRequest(of, { id: "none_1" }));
  } finally {
    await fixture.close();
  }
}

/** Counts the responses, and what is wrong with them. */
class ApiTally {
  readonly #operations: readonly DescribedOperation[];
  readonly #judge: ResponseJudge;
  readonly #seen: Map<string, Set<number>>;
  readonly #findings = new Map<string, string>();
  #requests = 0;
  #wrong = 0;

  constructor({ operations }: DescribedApi, judge: ResponseJudge) {
    this.#operations = operations;
    this.#judge = judge;
    this.#seen = new Map(operations.map(({ name }) => [name, new Set()]));
  }

  async send({ url, key }: ContractFixture, made: ApiRequest): Promise<void> {
    const answer = await sendApiRequest(url, key, made).catch((error: unknown) => {
      return { status: 0, headers: {}, text: `No answer: ${error}` };
    });
    this.#requests += 1;
    // What is made strange may have the method of another operation.
    const meant = this.#operations.find(({ path, method }) => path === made.path && method === made.method);
    this.#seen.get(meant?.name ?? "")?.add(answer.status);
    const [first] = meant ? this.#judge(meant, answer) : answer.status === 405 ? [] : [`It answered ${answer.status}.`];
    if (first === undefined) return;
    this.#wrong += 1;
    const { method, path, query, headers, body = "" } = made;
    const shown = [query, headers, body].map((part) => JSON.stringify(part).slice(0, 300)).join(" ");
    const problem = `${path} ${answer.status} ${first.slice(0, 60)}`;
    if (this.#findings.size < mostFindings) this.#findings.set(problem, `${method} ${path} ${shown}: ${first}`);
  }

  result(): MeasureResult {
    const declared = this.#operations.flatMap(({ name, statuses }) => [
      { name, status: operationTable[name].success },
      ...statuses.filter((status) => everywhere.includes(status)).map((status) => ({ name, status })),
    ]);
    const missing = declared.filter(({ name, status }) => !this.#seen.get(name)?.has(status));
    const unseen = missing.map(({ name, status }) => `${name} never answered its ${status}.`);
    const lines = [...this.#findings.values(), ...unseen];
    const figure = `${this.#requests} requests: ${this.#wrong} wrong; ${declared.length - missing.length} of ${declared.length} successes and refusals seen, seed ${seed}`;
    return { figure, met: lines.length === 0, findings: lines };
  }
}

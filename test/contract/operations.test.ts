import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { apiKeyScopes } from "../../src/contract/operation.ts";
import { operationNames } from "../../src/contract/operationNames.ts";
import { type OperationInput, type OperationName, operationTable } from "../../src/contract/operations.ts";
import { type ContractFixture, startContractFixture } from "./contractFixture.ts";
import { type OperationCase, operationCases } from "./operationCases.ts";

let fixture: ContractFixture;
beforeAll(async () => {
  fixture = await startContractFixture();
});
afterAll(() => fixture.close());

test("every operation of the table has a contract test", () => {
  expect(Object.keys(operationCases).sort()).toEqual([...operationNames].sort());
});

describe.each(operationNames)("%s", (name) => testOperation(name));

function testOperation<N extends OperationName>(name: N): void {
  const operation: Operation = operationTable[name];
  const operationCase: OperationCase<N> = operationCases[name];
  const failure = async (client: ContractFixture["client"], input: OperationInput<N>) =>
    await client.call(name, input).catch((error: unknown) => error);

  test(`returns ${operation.success} with the expected data`, async () => {
    const input = await operationCase.input(fixture);
    const answer = await fixture.client.call(name, input);
    const expected = operationCase.answer(input, fixture);
    if (expected === undefined) expect(answer).toBeUndefined();
    else expect(answer).toMatchObject(expected);
    const logEntry = fixture.log.findLast((entry) => entry.operation === name);
    expect(logEntry).toMatchObject({ status: operation.success, attempt: 1, requestId: expect.stringMatching(/./) });
  });

  if (operation.scope !== null) {
    test("is forbidden for a key without its scope", async () => {
      const { client } = await fixture.clientWith(apiKeyScopes.filter((scope) => scope !== operation.scope));
      const error = await failure(client, await operationCase.input(fixture));
      expect(error).toMatchObject({ name: "ForbiddenError", status: 403, code: "forbidden", operation: name });
      expect(String(error)).toContain(`Use a key with the scope ${operation.scope}.`);
    });

    test("rejects an invalid key and a missing key", async () => {
      const input = await operationCase.input(fixture);
      for (const key of ["flk_wrong", undefined]) {
        const error = await failure(fixture.clientOf(key), input);
        expect(error).toMatchObject({ name: "UnauthorizedError", status: 401, code: "unauthenticated" });
      }
    });
  }

  if (operation.encoding !== "form") {
    test("rejects an unknown field by name", async () => {
      const error = await failure(fixture.client, { ...(await operationCase.input(fixture)), shoeSize: 43 });
      expect(error).toMatchObject({ name: "ServiceError", status: 400, code: "invalid_request" });
      expect(error).toMatchObject({ errors: [{ path: "shoeSize" }], requestId: expect.stringMatching(/./) });
    });
  }

  const { missing } = operationCase;
  if (missing) {
    test("returns 404 for an unknown id", async () => {
      const error = await failure(fixture.client, missing(await operationCase.input(fixture)));
      expect(error).toMatchObject({ name: "NotFoundError", status: 404, code: "not_found" });
    });
  }
}

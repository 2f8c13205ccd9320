import { afterAll, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { operationNames } from "../../src/contract/operationNames.ts";
import { type OperationInput, type OperationName, operationTable } from "../../src/contract/operations.ts";
import { startContractFixture } from "./contractFixture.ts";
import { type OperationCase, operationCases } from "./operationCases.ts";

const fixture = await startContractFixture();
afterAll(() => fixture.close());

test("every operation of the table has a contract test", () => {
  expect(Object.keys(operationCases).sort()).toEqual([...operationNames].sort());
});

describe.each(operationNames)("%s", (name) => testOperation(name));

function testOperation<N extends OperationName>(name: N): void {
  const operation: Operation = operationTable[name];
  const operationCase: OperationCase<N> = operationCases[name];
  const failure = async (input: OperationInput<N>) =>
    await fixture.client.call(name, input).catch((error: unknown) => error);

  test(`returns ${operation.success} with the expected data`, async () => {
    const input = await operationCase.input(fixture);
    const answer = await fixture.client.call(name, input);
    const expected = operationCase.answer(input, fixture);
    if (expected === undefined) expect(answer).toBeUndefined();
    else expect(answer).toMatchObject(expected);
    const logEntry = fixture.log.findLast((entry) => entry.operation === name);
    expect(logEntry).toMatchObject({ status: operation.success, attempt: 1, requestId: expect.stringMatching(/./) });
  });

  if (operation.method === "PATCH") {
    test("returns 412 when the etag is stale", async () => {
      const call = fixture.client.call(name, await operationCase.input(fixture), { ifMatch: '"0"' });
      await expect(call).rejects.toMatchObject({ name: "StaleError", status: 412, code: "stale" });
    });
  }

  if (operation.encoding !== "form") {
    test("rejects an unknown field by name", async () => {
      const error = await failure({ ...(await operationCase.input(fixture)), shoeSize: 43 });
      expect(error).toMatchObject({ name: "ServiceError", status: 400, code: "invalid_request" });
      expect(error).toMatchObject({ errors: [{ path: "shoeSize" }], requestId: expect.stringMatching(/./) });
    });
  }

  const { missing } = operationCase;
  if (missing) {
    test("returns 404 for an unknown id", async () => {
      const error = await failure(missing(await operationCase.input(fixture)));
      expect(error).toMatchObject({ name: "NotFoundError", status: 404, code: "not_found" });
    });
  }
}

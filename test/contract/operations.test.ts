import { afterAll, expect, test } from "vitest";
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

// What is refused changes nothing, so the last call has the input of the refused ones.
test.each(operationNames)(
  "%s refuses an unknown field by name, a stale etag and an unknown id, and returns the expected data",
  (name) => testOperation(name),
);

async function testOperation<N extends OperationName>(name: N): Promise<void> {
  const operation: Operation = operationTable[name];
  const operationCase: OperationCase<N> = operationCases[name];
  const input = await operationCase.input(fixture);
  const findFailure = (given: OperationInput<N>, ifMatch?: string) =>
    fixture.client.call(name, given, ifMatch === undefined ? {} : { ifMatch }).catch((error: unknown) => error);

  if (operation.encoding !== "form")
    expect(await findFailure({ ...input, shoeSize: 43 })).toMatchObject({
      ...{ name: "ServiceError", status: 400, code: "invalid_request" },
      ...{ errors: [{ path: "shoeSize" }], requestId: expect.stringMatching(/./) },
    });
  if (operation.method === "PATCH")
    expect(await findFailure(input, '"99"')).toMatchObject({ name: "StaleError", status: 412, code: "stale" });
  const { missing } = operationCase;
  if (missing)
    expect(await findFailure(missing(input))).toMatchObject({ name: "NotFoundError", status: 404, code: "not_found" });

  const answer = await fixture.client.call(name, input);
  const expected = operationCase.answer(input, fixture);
  if (expected === undefined) expect(answer).toBeUndefined();
  else expect(answer).toMatchObject(expected);
  const logEntry = fixture.log.findLast((entry) => entry.operation === name);
  expect(logEntry).toMatchObject({ status: operation.success, attempt: 1, requestId: expect.stringMatching(/./) });
}

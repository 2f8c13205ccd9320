import { afterAll, beforeAll, expect, test } from "vitest";
import { runOperation } from "../../../../src/commands/console/runOperation.ts";
import { sendOperation } from "../../../../src/commands/console/sendOperation.ts";
import { type OperationName, operationTable } from "../../../../src/contract/operations.ts";
import { consoleUri } from "../../../../src/core/console/consoleUris.ts";
import { isChangingOperation } from "../../../../src/core/console/formatOperation.ts";
import { operationAreas } from "../../../../src/core/console/operationAreas.ts";
import { readOperationHistory } from "../../../../src/core/console/operationHistory.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";
import { startServedService } from "../../../support/service/servedService.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const names = operationAreas.flatMap((area) => area.names);
const none = 404;

/** The status of the response to a sample whose ids do not exist. */
const statuses: { readonly [N in OperationName]?: number } = {
  "apiKeys.create": 201,
  "projects.create": 201,
  "runtime.oauthToken": 401,
};

const usual = (name: OperationName) => {
  const isOfItem = JSON.stringify(sampleInputs[name]).includes("_none");
  return statuses[name] ?? (isOfItem ? none : operationTable[name].success);
};

test.each(names)("%s is picked and run, and its response is shown", async (name) => {
  const consent = operationTable[name].method === "DELETE" ? [true] : isChangingOperation(name) ? ["Run"] : [];
  await using world = await createCommandFixture(served, { answers: [name, ...consent] });
  await runOperation(world.app, {});
  const uri = consoleUri("input", name);
  expect(world.documents.shown).toEqual([uri]);
  world.documents.texts.set(uri, JSON.stringify(sampleInputs[name]));

  await sendOperation(world.app, { resource: uri });

  expect(world.documents.problems.get(uri)).toEqual([]);
  expect(world.documents.shown.at(-1)).toBe(consoleUri("answer", name));
  const answer = JSON.parse(world.app.operations.readResponse(name)?.text ?? "{}");
  expect(answer).toMatchObject({
    status: usual(name),
    durationMs: expect.any(Number),
    requestId: expect.stringMatching(/./),
    request: `${operationTable[name].method} ${operationTable[name].path}`,
    at: expect.stringContaining("Local service"),
  });
  expect("idempotencyKey" in answer).toBe(operationTable[name].method === "POST");
  expect(readOperationHistory(world.memory, "local")).toMatchObject([
    { operation: name, status: usual(name), requestId: answer.requestId },
  ]);
  expect(world.app.connections.session().kind).toBe("connected");
  expect(world.prompts.left).toEqual([]);
});

import { expect, test } from "vitest";
import { type OperationName, operationTable } from "../../../../../src/contract/operations.ts";
import { consoleUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import { runOperation } from "../../../../../src/extension/console/commands/runOperation.ts";
import { sendOperation } from "../../../../../src/extension/console/commands/sendOperation.ts";
import { isChangingOperation } from "../../../../../src/extension/console/model/formatOperation.ts";
import { operationAreas } from "../../../../../src/extension/console/model/operationAreas.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { sampleInputs } from "../../../../support/service/sampleInputs.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

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
  await using fixture = await createCommandFixture(served, { answers: [name, ...consent] });
  await runOperation(fixture.app, {});
  const uri = consoleUri("input", name);
  expect(fixture.documents.shown).toEqual([uri]);
  fixture.documents.texts.set(uri, JSON.stringify(sampleInputs[name]));

  await sendOperation(fixture.app, { resource: uri });

  expect(fixture.documents.problems.get(uri)).toEqual([]);
  expect(fixture.documents.shown.at(-1)).toBe(consoleUri("answer", name));
  const answer = JSON.parse(fixture.app.operations.readResponse(name)?.text ?? "{}");
  expect(answer).toMatchObject({
    status: usual(name),
    durationMs: expect.any(Number),
    requestId: expect.stringMatching(/./),
    request: `${operationTable[name].method} ${operationTable[name].path}`,
    at: expect.stringContaining("Local service"),
  });
  expect("idempotencyKey" in answer).toBe(operationTable[name].method === "POST");
  expect(fixture.app.connections.session().kind).toBe("connected");
  expect(fixture.prompts.unusedAnswers).toEqual([]);
});

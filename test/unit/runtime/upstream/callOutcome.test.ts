import { afterAll, expect, test } from "vitest";
import { noAccountTokens } from "../../../../src/runtime/accounts/accountTokens.ts";
import { createApiCaller } from "../../../../src/runtime/upstream/callApi.ts";
import { type CallOutcome, createOutcomeReporter } from "../../../../src/runtime/upstream/callOutcome.ts";
import { createDocument, generateFromValidDocument } from "../../../support/documents/generateFromDocument.ts";
import { sendJson, startUpstream } from "../../../support/servers/upstream.ts";
import { requireValue } from "../../../support/service/requireValue.ts";

const upstream = await startUpstream(({ headers }, response) =>
  sendJson(response, [], headers["x-key"] === "good" ? 200 : 401),
);
const gone = await startUpstream(() => {});
await gone.close();
afterAll(() => upstream.close());

const key = { key: { type: "apiKey", in: "header", name: "X-Key" } };
const get = { operationId: "listPets", responses: { 200: { description: "Pets." } } };

test.each([
  ["that is answered", upstream.origin, "good", key, ["answers"]],
  ["whose credential is refused", upstream.origin, "bad", key, ["refuses"]],
  ["without a credential at an API that has some: it says nothing of it", upstream.origin, undefined, key, []],
  ["at an API without credentials", upstream.origin, undefined, {}, ["refuses"]],
  ["that reaches nothing", gone.origin, "good", key, ["isNotReached"]],
])("a call %s", async (_, origin, value, securitySchemes, expected) => {
  const own = { ...get, operationId: "readMe", security: [{ key: [] }] };
  const others = "key" in securitySchemes ? { "/me": { get: own } } : {};
  const security = value === undefined ? [] : [{ key: [] }];
  const parts = {
    servers: [{ url: origin }],
    components: { securitySchemes },
    paths: { "/pets": { get: { ...get, security } }, ...others },
  };
  const { definition } = generateFromValidDocument(createDocument({}, parts));
  const outcomes: CallOutcome[] = [];
  const environment = { ...(value && { API_KEY: value }), KEY_API_HOSTS: origin };
  const call = createApiCaller(definition, {
    environment,
    accounts: noAccountTokens,
    onOutcome: (one) => void outcomes.push(one),
  });
  await call(requireValue(definition.tools[0]), {}, { signal: new AbortController().signal }).catch(() => {});
  expect(outcomes).toEqual(expected);
});

test("the service gets an outcome when it is another one, not at each call", () => {
  const sent: object[] = [];
  const report = createOutcomeReporter({ send: (message) => void sent.push(message), listen: () => {} });
  for (const outcome of ["answers", "answers", "isNotReached", "isNotReached", "answers"] as const) report(outcome);
  const kind = "fairlead.callOutcome";
  expect(sent).toEqual([
    { kind, outcome: "answers" },
    { kind, outcome: "isNotReached" },
    { kind, outcome: "answers" },
  ]);
});

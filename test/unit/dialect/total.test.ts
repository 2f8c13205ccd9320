import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { dialectProfileSchema } from "../../../src/contract/dialectProfile.ts";
import { evidenceSchema } from "../../../src/contract/evidence.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { shapeOf } from "../../../src/contract/profile/shape.ts";
import type { DialectCall } from "../../../src/dialect/dialectCall.ts";
import { findNextLogPart, findNextPage } from "../../../src/dialect/list/nextPage.ts";
import { findPreset, identifyPreset, presets } from "../../../src/dialect/presets/presets.ts";
import { readItem, readList } from "../../../src/dialect/read/readResponse.ts";
import { readRequestHints } from "../../../src/dialect/refusal/correctRequest.ts";
import { isFailureBody, readErrorBody } from "../../../src/dialect/refusal/readErrorBody.ts";
import { conventionsOf } from "../../../src/dialect/session.ts";
import { findOperationFacts } from "../../../src/dialect/vocabulary/operationFacts.ts";
import { createDialectCall, createJsonResponse, createRefusal } from "../../support/dialect/dialectCall.ts";
import { mutatedJson } from "../../support/dialect/mutatedJson.ts";
import { fieldNameStyles, renameFields } from "../../support/dialect/renameFields.ts";
import { sampleResponse } from "../../support/dialect/sampleResponse.ts";
import { toReceivedSchema } from "../../support/dialect/toReceivedSchema.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";

const names = Object.keys(operationTable).filter(
  (name): name is OperationName => findOperationFacts(name as OperationName).output !== "none",
);
const presetNames = [undefined, ...presets.map(({ name }) => name)];

/** What a call reads of a response: items, or an item. */
function read(call: DialectCall, json: unknown) {
  const response = createJsonResponse(json);
  if (findOperationFacts(call.name).output === "item") return readItem(call, response)?.item;
  const list = readList(call, response);
  return list && { items: list.items, nextCursor: null };
}

/** Responses of an operation, as in the contract and then changed in some places. */
const responses = fc.constantFrom(...names).chain((name) => {
  const { output } = operationTable[name];
  const sample = output ? sampleResponse(output) : fc.constant(null);
  return fc.record({ name: fc.constant(name), json: sample.chain((json) => mutatedJson(json)) });
});

test("whatever a service responds, what is read matches the operation's schema", () => {
  fc.assert(
    fc.property(responses, fc.constantFrom(...presetNames), ({ name, json }, preset) => {
      const { output } = operationTable[name];
      if (!output) return;
      const call = createDialectCall(name, preset === undefined ? {} : { preset });
      // The second time with what was learned the first time.
      for (let round = 0; round < 2; round += 1) {
        const received = read(call, json);
        if (received) expect(toReceivedSchema(output).safeParse(received).error?.issues ?? []).toEqual([]);
        const evidence = { outcome: "works", at: new Date().toISOString(), ...call.shown.fields };
        if (call.shown.fields) expect(evidenceSchema.safeParse(evidence).error).toBeUndefined();
      }
      expect(dialectProfileSchema.safeParse(call.session.store.read()).error).toBeUndefined();
    }),
    { numRuns: propertyRuns(500) },
  );
});

/** What a change answers is read with what its lists have shown. */
const readNames = names.filter((name) => operationTable[name].method === "GET");

test("a response of the contract is read as it is", () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom(...readNames)
        .chain((name) =>
          fc.record({ name: fc.constant(name), json: sampleResponse(operationTable[name].output ?? z.null()) }),
        ),
      ({ name, json }) => {
        const received = read(createDialectCall(name), json);
        if (findOperationFacts(name).output === "list") expect(received).toMatchObject(itemsOf(json));
        else expect(received).toEqual(json);
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

const itemsOf = (json: unknown) => ({ items: (json as { items: unknown }).items });

test("a response is read the same in every style of names, and in usual wrappers", () => {
  const styled = fc.record({
    name: fc.constantFrom(...readNames),
    style: fc.constantFrom(...Object.values(fieldNameStyles)),
  });
  const samples = styled.chain(({ name, style }) =>
    fc.record({
      name: fc.constant(name),
      style: fc.constant(style),
      wrap: fc.constantFrom("", "data", "result"),
      json: sampleResponse(operationTable[name].output ?? z.null()),
    }),
  );
  fc.assert(
    fc.property(samples, ({ name, style, wrap, json }) => {
      const { output } = operationTable[name];
      if (!output) return;
      const renamed = renameFields(shapeOf(output), json, style);
      const received = read(createDialectCall(name), wrap === "" ? renamed : { [wrap]: renamed });
      if (findOperationFacts(name).output === "list") expect(received).toMatchObject(itemsOf(json));
      else expect(received).toEqual(json);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test("no JSON makes a reading function fail", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string(), fc.constantFrom(...presetNames), (json, text, preset) => {
      readErrorBody(json);
      isFailureBody(json);
      identifyPreset(json, { link: text });
      for (const status of [400, 415, 422, 500]) {
        readRequestHints(createRefusal(status, json));
        readRequestHints(createRefusal(status, { message: text, errors: json }));
      }
      const page = { json, headers: { link: text }, place: [text], itemCount: 1, lastId: text, query: {} };
      findNextPage(page, undefined, findPreset(preset));
      findNextLogPart(json);
      expect(conventionsOf(createDialectCall("me.get").session).preset.name).toBe("general");
    }),
    { numRuns: propertyRuns(300) },
  );
});

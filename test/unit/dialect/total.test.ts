import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { dialectProfileSchema } from "../../../src/contract/dialectProfile.ts";
import { evidenceSchema } from "../../../src/contract/evidence.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { shapeOf } from "../../../src/dialect/language/shape.ts";
import { subjectOf } from "../../../src/dialect/language/subjects.ts";
import { readItem, readList } from "../../../src/dialect/read/readAnswer.ts";
import { namedIn } from "../../../src/dialect/recognise/namedIn.ts";
import { recogniseError, saysFailure } from "../../../src/dialect/recognise/recogniseError.ts";
import { recognisePaging } from "../../../src/dialect/recognise/recognisePaging.ts";
import { createLearner } from "../../support/dialect/learner.ts";
import { mutatedJson } from "../../support/dialect/mutatedJson.ts";
import { fieldNameStyles, renameFields } from "../../support/dialect/renameFields.ts";
import { sampleResponse } from "../../support/dialect/sampleResponse.ts";
import { toReceivedSchema } from "../../support/dialect/toReceivedSchema.ts";

const names = Object.keys(operationTable).filter(
  (name): name is OperationName => subjectOf(name as OperationName) !== undefined,
);

/** Answers of an operation, as the contract has them and then changed in some places. */
const answers = fc.constantFrom(...names).chain((name) => {
  const { output } = operationTable[name];
  const sample = output ? sampleResponse(output) : fc.constant(null);
  return fc.record({ name: fc.constant(name), json: sample.chain((json) => mutatedJson(json)) });
});

test("what is read of any answer is as the operation's schema has it", () => {
  fc.assert(
    fc.property(answers, ({ name, json }) => {
      const subject = subjectOf(name);
      const { output } = operationTable[name];
      if (!subject || !output) return;
      const known = createLearner();
      // The second time with what was learned the first time.
      for (let round = 0; round < 2; round += 1) {
        const page = subject.kind === "list" ? readList(known, name, subject, { json, headers: {} }) : undefined;
        const item = subject.kind === "item" ? readItem(known, name, subject, json) : undefined;
        const read = page ? { items: page.items, nextCursor: null } : item?.item;
        if (read) expect(toReceivedSchema(output).safeParse(read).error?.issues ?? []).toEqual([]);
        const shown = page?.shown ?? item?.shown;
        if (shown)
          expect(() =>
            evidenceSchema.parse({ outcome: "works", at: new Date().toISOString(), ...shown }),
          ).not.toThrow();
        if (page) for (const way of recognisePaging(page.seen)) expect(way.kind).toBeTypeOf("string");
      }
      expect(() => dialectProfileSchema.parse(known.profile())).not.toThrow();
    }),
    { numRuns: 400 },
  );
});

test("an answer that is as the contract has it is read as it is", () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom(...names)
        .chain((name) =>
          fc.record({ name: fc.constant(name), json: sampleResponse(operationTable[name].output ?? z.null()) }),
        ),
      ({ name, json }) => {
        const subject = subjectOf(name);
        if (!subject) return;
        const read =
          subject.kind === "list"
            ? readList(createLearner(), name, subject, { json, headers: {} })?.items
            : readItem(createLearner(), name, subject, json)?.item;
        expect(read).toEqual(subject.kind === "list" ? (json as { items: unknown }).items : json);
      },
    ),
    { numRuns: 300 },
  );
});

test("in whatever style its fields are named, and whatever it is wrapped in, an answer is read the same", () => {
  const styled = fc.record({
    name: fc.constantFrom(...names),
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
      const subject = subjectOf(name);
      const { output } = operationTable[name];
      if (!subject || !output) return;
      const said = renameFields(shapeOf(output), json, style);
      const wrapped = wrap === "" ? said : { [wrap]: said };
      if (subject.kind === "item") {
        expect(readItem(createLearner(), name, subject, wrapped)?.item).toEqual(json);
        return;
      }
      const read = readList(createLearner(), name, subject, { json: wrapped, headers: {} });
      expect(read?.items).toEqual((json as { items: unknown }).items);
    }),
    { numRuns: 300 },
  );
});

test("nothing that a service can answer makes the recognisers fail", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string(), (json, text) => {
      recogniseError(json);
      saysFailure(json);
      namedIn(json, text);
      recognisePaging({ json, headers: { link: text }, list: [], items: [] });
    }),
    { numRuns: 300 },
  );
});

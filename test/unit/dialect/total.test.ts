import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { profileSchema } from "../../../src/contract/dialectProfile.ts";
import { evidenceSchema } from "../../../src/contract/evidence.ts";
import { type OperationName, operations } from "../../../src/contract/operations.ts";
import { shapeOf } from "../../../src/dialect/language/shape.ts";
import { subjectOf } from "../../../src/dialect/language/subjects.ts";
import { readItem, readList } from "../../../src/dialect/read/readAnswer.ts";
import { namedIn } from "../../../src/dialect/recognise/namedIn.ts";
import { recogniseError, saysFailure } from "../../../src/dialect/recognise/recogniseError.ts";
import { recognisePaging } from "../../../src/dialect/recognise/recognisePaging.ts";
import { learner } from "../../support/dialect/learner.ts";
import { mutated } from "../../support/dialect/mutatedJson.ts";
import { restyled, styles } from "../../support/dialect/renameFields.ts";
import { sampleOf } from "../../support/dialect/sampleResponse.ts";

const names = Object.keys(operations).filter(
  (name): name is OperationName => subjectOf(name as OperationName) !== undefined,
);

/** Answers of an operation, as the contract has them and then changed in some places. */
const answers = fc.constantFrom(...names).chain((name) => {
  const { output } = operations[name];
  const sample = output ? sampleOf(output) : fc.constant(null);
  return fc.record({ name: fc.constant(name), json: sample.chain((json) => mutated(json)) });
});

test("what is read of any answer is as the operation's schema has it", () => {
  fc.assert(
    fc.property(answers, ({ name, json }) => {
      const subject = subjectOf(name);
      const { output } = operations[name];
      if (!subject || !output) return;
      const known = learner();
      // The second time with what was learned the first time.
      for (let round = 0; round < 2; round += 1) {
        const page = subject.kind === "list" ? readList(known, name, subject, { json, headers: {} }) : undefined;
        const item = subject.kind === "item" ? readItem(known, name, subject, json) : undefined;
        const read = page ? { items: page.items, nextCursor: null } : item?.item;
        if (read) expect(output.safeParse(read).error?.issues ?? []).toEqual([]);
        const shown = page?.shown ?? item?.shown;
        if (shown)
          expect(() =>
            evidenceSchema.parse({ outcome: "recognised", at: new Date().toISOString(), ...shown }),
          ).not.toThrow();
        if (page) for (const way of recognisePaging(page.seen)) expect(way.kind).toBeTypeOf("string");
      }
      expect(() => profileSchema.parse(known.profile())).not.toThrow();
    }),
    { numRuns: 400 },
  );
});

test("an answer that is as the contract has it is read as it is", () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom(...names)
        .chain((name) => fc.record({ name: fc.constant(name), json: sampleOf(operations[name].output ?? z.null()) })),
      ({ name, json }) => {
        const subject = subjectOf(name);
        if (!subject) return;
        const read =
          subject.kind === "list"
            ? readList(learner(), name, subject, { json, headers: {} })?.items
            : readItem(learner(), name, subject, json)?.item;
        expect(read).toEqual(subject.kind === "list" ? (json as { items: unknown }).items : json);
      },
    ),
    { numRuns: 300 },
  );
});

test("in whatever style its fields are named, and whatever it is wrapped in, an answer is read the same", () => {
  const styled = fc.record({ name: fc.constantFrom(...names), style: fc.constantFrom(...Object.values(styles)) });
  const samples = styled.chain(({ name, style }) =>
    fc.record({
      name: fc.constant(name),
      style: fc.constant(style),
      wrap: fc.constantFrom("", "data", "result"),
      json: sampleOf(operations[name].output ?? z.null()),
    }),
  );
  fc.assert(
    fc.property(samples, ({ name, style, wrap, json }) => {
      const subject = subjectOf(name);
      const { output } = operations[name];
      if (!subject || !output) return;
      const said = restyled(shapeOf(output), json, style);
      const wrapped = wrap === "" ? said : { [wrap]: said };
      if (subject.kind === "item") {
        expect(readItem(learner(), name, subject, wrapped)?.item).toEqual(json);
        return;
      }
      const read = readList(learner(), name, subject, { json: wrapped, headers: {} });
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

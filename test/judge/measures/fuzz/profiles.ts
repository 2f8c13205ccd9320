import fc from "fast-check";
import { type DialectProfile, dialectProfileSchema } from "../../../../src/contract/dialectProfile.ts";
import { isOperationName } from "../../../../src/contract/operationNames.ts";
import { operationTable } from "../../../../src/contract/operations.ts";
import { fromProfileFacts, toProfileFacts } from "../../../../src/extension/connection/model/profileFacts.ts";
import { formatJsonDocument } from "../../../../src/extension/documents/model/jsonDocuments.ts";
import { checkProfile } from "../../../../src/extension/profile/model/checkProfile.ts";
import { mergeProfile } from "../../../../src/extension/profile/model/mergeProfile.ts";
import { createRequestTemplate } from "../../../../src/extension/profile/model/requestTemplate.ts";
import { formatFieldPath } from "../../../../src/text/fieldPath.ts";
import { assertHolds, createLaw, createTotalLaw } from "./law.ts";
import { jsonLike, textsLike } from "./texts.ts";

const name = fc.oneof(
  fc.stringMatching(/^[a-z][A-Za-z_-]{0,12}$/),
  fc.constantFrom("constructor", "toString", "a.b", "ü"),
);
const place = fc.array(name, { maxLength: 4 }).map(formatFieldPath);
const expression = fc.oneof(
  place,
  fc.record({ first: fc.array(place, { minLength: 1, maxLength: 3 }) }),
  fc.record({ concat: fc.array(place, { minLength: 1, maxLength: 3 }), with: name }),
  fc.record({ template: name.map((one) => `{$.${one}}/{id}`) }),
  fc.record({ lookup: place, in: place, by: place, value: place }),
);
const fields = fc.dictionary(name, fc.option(expression), { maxKeys: 4 });
const word = fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null));
const kind = fc.record(
  {
    words: fc.array(name, { maxLength: 2 }),
    fields,
    states: fc.array(
      fc.record({
        when: fc.dictionary(place, fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 3 })), { maxKeys: 2 }),
        is: name,
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);
const paging = fc.oneof(
  fc.record({ kind: fc.constantFrom("none", "link") }),
  fc.record({ kind: fc.constant("cursor"), next: place, param: name }),
  fc.record({ kind: fc.constant("page"), param: name, first: fc.integer({ min: 0, max: 1 }), total: place }),
  fc.record({ kind: fc.constant("url"), next: place }),
);
const operation = fc.record(
  {
    offered: fc.boolean(),
    list: place,
    item: place,
    paging,
    pageSize: name,
    params: fc.dictionary(name, fc.option(name), { maxKeys: 3 }),
    fields,
    body: fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  },
  { requiredKeys: [] },
);
const names = Object.keys(operationTable).filter(isOperationName);
/** Generates a profile that the schema accepts. */
const profiles: fc.Arbitrary<DialectProfile> = fc
  .record(
    {
      version: fc.constant(2),
      dialect: fc.constantFrom("contract", "other", "unknown"),
      document: fc.option(fc.constant("https://a.example/openapi.json")),
      operations: fc.dictionary(fc.constantFrom(...names), operation, { maxKeys: 4 }),
      kinds: fc.dictionary(fc.constantFrom("server", "deployment", "skill"), kind, { maxKeys: 2 }),
      errors: fc.record({ message: place, code: place }, { requiredKeys: [] }),
    },
    { requiredKeys: ["version", "dialect", "operations"] },
  )
  .map((value) => dialectProfileSchema.parse(JSON.parse(JSON.stringify(value))));

const text = (profile: unknown) => JSON.stringify(profile);
/** Compares profiles by facts, because an object without facts means the same as an omitted one. */
const facts = (profile: DialectProfile) =>
  text([...toProfileFacts(profile)].sort(([one], [other]) => (one < other ? -1 : 1)));

export const profileLaws = [
  createTotalLaw(
    "any value is a valid or an invalid profile",
    jsonLike({
      version: 2,
      dialect: "other",
      kinds: { server: { states: [{ when: { "$.a": ["b", null] }, is: "ready" }] } },
      operations: { "me.get": { item: "$.a" } },
    }),
    (value) => {
      const { data } = dialectProfileSchema.safeParse(value);
      if (data) fromProfileFacts(toProfileFacts(data));
    },
  ),
  createLaw("a profile is the sum of its facts", profiles, (profile) => {
    const back = fromProfileFacts(toProfileFacts(profile));
    assertHolds(back !== undefined && facts(back) === facts(profile), () => text(back));
  }),
  createLaw("a written profile is read unchanged", profiles, (profile) => {
    const read = checkProfile(formatJsonDocument(profile));
    if (read.kind === "problems")
      return assertHolds(
        read.problems.every(({ code }) => ["secret", "unknown", "contradiction"].includes(code ?? "")),
        () => text(read),
      );
    assertHolds(text(read.profile) === text(profile), () => text(read.profile));
  }),
  createLaw(
    "merged profiles retain learned facts without edits, and edited facts",
    fc.tuple(profiles, profiles),
    ([opened, other]) => {
      assertHolds(facts(mergeProfile(opened, opened, other)) === facts(other), () => "The learned is not kept.");
      assertHolds(facts(mergeProfile(opened, other, opened)) === facts(other), () => "The written is not kept.");
      assertHolds(facts(mergeProfile(opened, other, other)) === facts(other), () => "What both have is not kept.");
    },
  ),
  createTotalLaw(
    "any rejection by a service leads to a proposed body",
    fc.tuple(
      profiles,
      fc.constantFrom(...names),
      fc.array(textsLike("body.name", "/server/name", "$.a[0]"), { maxLength: 3 }),
    ),
    ([profile, of, named]) => createRequestTemplate(profile, of, named),
  ),
];

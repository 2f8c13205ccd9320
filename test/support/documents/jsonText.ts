import fc from "fast-check";

/** A JSON number of up to 40 digits, as any program may write it: with or without fraction, exponent and zeros at its end. */
const numberText = fc
  .record({
    sign: fc.constantFrom("", "-"),
    whole: fc.oneof(
      fc.constant("0"),
      digits(1, 40).map((text) => text.replace(/^0+(?=.)/, "")),
    ),
    fraction: fc.option(digits(1, 20), { nil: undefined }),
    exponent: fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "E+", "e-", "E-"), fc.nat(999)), {
      nil: undefined,
      freq: 3,
    }),
  })
  .map(({ sign, whole, fraction, exponent }) =>
    [sign, whole, fraction === undefined ? "" : `.${fraction}`, exponent?.join("") ?? ""].join(""),
  );

function digits(minLength: number, maxLength: number) {
  return fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
}

const scalarText = fc.oneof(
  { weight: 4, arbitrary: numberText },
  { weight: 2, arbitrary: fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom("true", "false", "null", '"1.0"', '"\\\\"', '"[1.0, 2e5]"') },
);

/** JavaScript writes names that are array indexes first, so a name begins with a letter. */
const nameText = fc.oneof(
  fc.constant('"__proto__"'),
  fc.string({ maxLength: 5 }).map((name) => JSON.stringify(`n${name}`)),
);

/** The text of a JSON document as `JSON.stringify` writes it, but with any numbers. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalarText,
    fc.array(tie("value"), { maxLength: 5 }).map((items) => `[${items.join(",")}]`),
    fc
      .uniqueArray(fc.tuple(nameText, tie("value")), { maxLength: 5, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join(",")}}`),
  ),
})).value;

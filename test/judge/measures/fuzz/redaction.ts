import fc from "fast-check";
import { redactSecretTexts as withoutKey } from "../../../../src/client/redaction.ts";
import { createReportRedactor } from "../../../../src/extension/profile/model/reportRedactor.ts";
import { createSecretMask } from "../../../../src/service/deployments/process/processEnvironment.ts";
import { maskSecrets } from "../../../../src/text/secrets/maskSecrets.ts";
import { assertHolds, createLaw, createTotalLaw } from "./law.ts";
import { textsLike } from "./texts.ts";

const some = (form: RegExp) => fc.stringMatching(form);
const word = some(/^[A-Za-z0-9]{12,40}$/);
/** Generates secrets and the texts around them. */
const secrets: fc.Arbitrary<{ secret: string; shown: string }> = fc.oneof(
  ...[
    /^flk_[A-Za-z0-9_-]{43}$/,
    /^gh[pousr]_[A-Za-z0-9]{36}$/,
    /^github_pat_[A-Za-z0-9_]{60}$/,
    /^glpat-[A-Za-z0-9_-]{20}$/,
    /^xox[abp]-[A-Za-z0-9-]{30}$/,
    /^sk-[A-Za-z0-9_-]{40}$/,
    /^AKIA[0-9A-Z]{16}$/,
    /^npm_[A-Za-z0-9]{36}$/,
    /^eyJ[A-Za-z0-9_-]{12}\.[A-Za-z0-9_-]{20}\.[A-Za-z0-9_-]{20}$/,
  ].map((form) => some(form).map((secret) => ({ secret, shown: secret }))),
  fc
    .tuple(word, fc.constantFrom("Bearer", "bearer", "Basic", "Token"))
    .map(([secret, scheme]) => ({ secret, shown: `${scheme} ${secret}` })),
  fc
    .tuple(word, some(/^[a-z]{1,8}$/))
    .map(([secret, user]) => ({ secret, shown: `https://${user}:${secret}@host.example/a` })),
  fc
    .tuple(word, fc.constantFrom("token", "api_key", "access_token", "sig", "client_secret", "X-Amz-Signature"))
    .map(([secret, name]) => ({ secret, shown: `https://a.example/b?x=1&${name}=${secret}` })),
  fc
    .tuple(
      word,
      fc.constantFrom("API_KEY", "DB_PASSWORD", "GH_TOKEN", "AWS_SECRET_ACCESS_KEY"),
      fc.constantFrom("=", ": ", '="'),
    )
    .map(([secret, name, is]) => ({ secret, shown: `${name}${is}${secret}` })),
  fc
    .tuple(word, fc.constantFrom('"password": "', "x-api-key: ", "Set-Cookie: ", '"access_token":"'))
    .map(([secret, before]) => ({ secret, shown: `${before}${secret}` })),
  word.map((secret) => ({
    secret,
    shown: `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
  })),
);
const around = textsLike("Failed to connect:", "{ at }", "see https://docs.example/a?b=c#d", "TOKEN", "key=value");
const apart = fc.constantFrom(" ", "\n", "\t");
const surroundedSecrets = fc.record({ one: around, gap: apart, found: secrets, end: apart, other: around });
const known = fc.array(fc.oneof(word, fc.string({ unit: "binary", minLength: 4, maxLength: 30 })), {
  minLength: 1,
  maxLength: 4,
});
const texts = textsLike(
  "Bearer abcdefgh12345678 at https://u:p@h.example/?token=x",
  "TOKEN=TOKEN",
  "me@a.example 10.0.0.1",
  '"api_key": "',
  "-----BEGIN PRIVATE KEY-----\nx",
);
const redactor = createReportRedactor({
  host: "fairlead.acme.example:8443",
  names: ["Ada Lovelace", "acme", "(a+)+$"],
});

export const redactionLaws = [
  createLaw("a secret of any form is redacted", surroundedSecrets, ({ one, gap, found, end, other }) => {
    const clean = maskSecrets(`${one}${gap}${found.shown}${end}${other}`, []);
    assertHolds(!clean.includes(found.secret), () => clean);
  }),
  createLaw("a known secret in any encoding is redacted", fc.tuple(known, around, around), ([list, one, other]) => {
    const clean = maskSecrets(one + list.join(other) + other, list, "***");
    assertHolds(
      list.every((secret) => /^\*|\*$/.test(secret) || !clean.includes(secret)),
      () => clean,
    );
  }),
  createLaw("redacting a redacted text does not change it", texts, (text) => {
    const once = maskSecrets(text, []);
    assertHolds(maskSecrets(once, []) === once, () => `${once} becomes ${maskSecrets(once, [])}`);
  }),
  createLaw(
    "a report contains no host, no private word and no secret",
    surroundedSecrets,
    ({ one, gap, found, end, other }) => {
      const text = redactor.text(
        `${one}${gap}${found.shown}${end}Ada Lovelace of acme at fairlead.acme.example:8443${end}${other}`,
      );
      const hidden = [found.secret, "Ada Lovelace", "fairlead.acme.example"];
      assertHolds(
        hidden.every((secret) => !text.includes(secret)),
        () => text,
      );
    },
  ),
  createLaw("redacting a report twice does not change it", texts, (text) => {
    const once = redactor.text(text);
    assertHolds(redactor.text(once) === once, () => `${once} becomes ${redactor.text(once)}`);
  }),
  createLaw(
    "a server's secrets are redacted in each line of its log",
    fc.tuple(known, fc.array(fc.constantFrom("\n", "\r\n", " ", "x")), around),
    ([list, joints, text]) => {
      const usable = list.filter((secret) => secret.trim().length >= 4 && !secret.includes("*"));
      const masked = createSecretMask(usable)(usable.map((secret, at) => text + secret + (joints[at] ?? "")).join(""));
      assertHolds(
        usable.every((secret) => !masked.includes(secret)),
        () => masked,
      );
    },
  ),
  createLaw(
    "a key is redacted in any response that repeats it",
    fc.tuple(fc.array(word, { maxLength: 3 }), around),
    ([list, text]) => {
      const clean = withoutKey(text + list.join(text), list);
      assertHolds(
        list.every((secret) => !clean.includes(secret)),
        () => clean,
      );
    },
  ),
  createTotalLaw("any text is redacted within the time limit", texts, (text) => {
    maskSecrets(text, ["flk_secret"]);
    redactor.name(text);
  }),
];

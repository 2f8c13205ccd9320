import { problemAt } from "./document.ts";
import type { Lines } from "./lines.ts";
import type { Problem } from "./model.ts";

interface Secret {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Keys that can be told by their form. */
const secrets: readonly Secret[] = [
  { name: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { name: "a GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b/g },
  { name: "an API key", pattern: /\bsk-[A-Za-z0-9_-]{32,255}\b/g },
  { name: "a Slack token", pattern: /\bxox[abeprs]-[A-Za-z0-9-]{20,255}\b/g },
  { name: "a Google API key", pattern: /\bAIza[0-9A-Za-z_-]{35}\b/g },
  { name: "a Stripe key", pattern: /\b[rs]k_live_[0-9a-zA-Z]{20,255}\b/g },
  { name: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: "a private key", pattern: /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----\s+[A-Za-z0-9+/=]{20}/g },
];

/** Fewer different characters than this are a gap to be filled in: `sk-xxxxxxxx`. */
const fewest = 10;

/** What looks like a key in a text; the problem does not repeat it. */
export function lintSecrets(file: { readonly path: string; readonly lines: Lines }, text: string): Problem[] {
  return secrets.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => new Set(found).size >= fewest && !/example|x{6}|your/i.test(found))
      .slice(0, 20)
      .map(({ 0: found, index }) =>
        problemAt(file, [index, index + found.length], {
          severity: "warning",
          code: "secret",
          message: `This looks like ${name}: everybody who installs the skill can read it. Remove it, and revoke it.`,
        }),
      ),
  );
}

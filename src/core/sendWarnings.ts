import type { CodeFile } from "./versionFiles.ts";

/** More than this is seldom meant to be read by an agent. */
const largeBytes = 1_000_000;

const secretNames =
  /(^|\/)(\.env(\..+)?|\.npmrc|\.netrc|\.pypirc|id_(rsa|dsa|ecdsa|ed25519)|credentials(\.json)?|[^/]+\.(pem|key|p12|pfx|jks|keystore))$/i;

/** Keys whose own form tells them, so that texts about keys are not taken for them. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/, "a private key"],
  [/\bAKIA[0-9A-Z]{16}\b/, "an AWS access key"],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})/, "a GitHub token"],
  [/\bglpat-[A-Za-z0-9_-]{20,}/, "a GitLab token"],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{20,}/, "a Slack token"],
  [/\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}/, "an API key"],
  [/\bAIza[0-9A-Za-z_-]{35}\b/, "a Google API key"],
  [/\bnpm_[A-Za-z0-9]{36}\b/, "an npm token"],
  [/\bflk_[A-Za-z0-9_-]{40,}/, "a Fairlead API key"],
];

/** Why a file should perhaps not be sent; undefined where nothing speaks against it. */
export function sendWarning({ path, bytes }: CodeFile): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const found = secretTexts.find(([form]) => form.test(text));
  if (found) return `It seems to hold ${found[1]}.`;
  if (secretNames.test(path) && !path.endsWith(".env.example")) return "Its name is that of a file with secrets.";
  return bytes.length > largeBytes ? "It is large." : undefined;
}

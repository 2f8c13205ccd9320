import * as l10n from "@vscode/l10n";
/** Patterns of keys with a distinctive form, so that texts about keys do not match. They are global, for `matchAll` and `replaceAll`. */
export const secretPatterns: readonly (readonly [form: RegExp, name: string])[] = [
  [/-----BEGIN (?:[A-Z]{2,10} ){0,3}PRIVATE KEY-----/g, l10n.t("a private key")],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, l10n.t("an AWS access key")],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255})/g, l10n.t("a GitHub token")],
  [/\bglpat-[A-Za-z0-9_-]{20,255}/g, l10n.t("a GitLab token")],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{20,255}/g, l10n.t("a Slack token")],
  [/\bsk-[A-Za-z0-9_-]{32,255}/g, l10n.t("an API key")],
  [/\bAIza[0-9A-Za-z_-]{35}\b/g, l10n.t("a Google API key")],
  [/\b[rs]k_live_[0-9a-zA-Z]{20,255}/g, l10n.t("a Stripe key")],
  [/\bnpm_[A-Za-z0-9]{36}\b/g, l10n.t("an npm token")],
  [/\bflk_[A-Za-z0-9_-]{40,255}/g, l10n.t("a Fairlead API key")],
];

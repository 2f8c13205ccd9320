import { createHash, randomBytes } from "node:crypto";
import type { ServiceContext } from "../context.ts";

/** What a code stands for. */
export interface CodeGrant {
  readonly grantId: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

interface IssuedCode {
  readonly grant: CodeGrant;
  readonly expiresAt: number;
  isUsed: boolean;
}

/** What became of a code that was sent. */
export type RedeemedCode =
  | { readonly kind: "valid"; readonly grant: CodeGrant }
  | { readonly kind: "reused"; readonly grantId: string }
  | { readonly kind: "unknown" };

export interface AuthorizationCodes {
  issue(grant: CodeGrant): string;
  redeem(code: string): RedeemedCode;
}

const lifeMs = 60_000;
/** How long a used code is remembered: a second use of it means that it was stolen. */
const memoryMs = 3_600_000;
const maxCodes = 1000;

/** Codes in memory, stored as hashes. Each works once, whether or not the attempt succeeds. */
export function createAuthorizationCodes({ clock }: Pick<ServiceContext, "clock">): AuthorizationCodes {
  const codes = new Map<string, IssuedCode>();
  const now = () => clock().getTime();
  return {
    issue: (grant) => {
      for (const [hash, { expiresAt }] of codes)
        if (expiresAt + memoryMs <= now() || codes.size >= maxCodes) codes.delete(hash);
      const code = randomBytes(32).toString("base64url");
      codes.set(hashCode(code), { grant, expiresAt: now() + lifeMs, isUsed: false });
      return code;
    },
    redeem: (code) => {
      const issued = codes.get(hashCode(code));
      if (issued?.isUsed) return { kind: "reused", grantId: issued.grant.grantId };
      if (!issued || issued.expiresAt <= now()) return { kind: "unknown" };
      issued.isUsed = true;
      return { kind: "valid", grant: issued.grant };
    },
  };
}

const hashCode = (code: string) => createHash("sha256").update(code).digest("base64url");

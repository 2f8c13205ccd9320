import { createHash, randomBytes } from "node:crypto";
import type { ServiceContext } from "../context.ts";

/** What a code stands for. */
export interface CodeGrant {
  readonly clientId: string;
  readonly client: string;
  readonly clientUri: string | undefined;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly serverId: string;
  readonly userId: string;
}

interface IssuedCode {
  readonly grant: CodeGrant;
  readonly expiresAt: number;
  isUsed: boolean;
  grantId?: string;
}

/** What became of a code that was sent: its grant the first time, and then the id of what was granted for it. */
export type RedeemedCode =
  | { readonly kind: "valid"; readonly grant: CodeGrant; saveGrantId(id: string): void }
  | { readonly kind: "reused"; readonly grantId: string | undefined }
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
      if (issued?.isUsed) return { kind: "reused", grantId: issued.grantId };
      if (!issued || issued.expiresAt <= now()) return { kind: "unknown" };
      issued.isUsed = true;
      const saveGrantId = (id: string) => {
        issued.grantId = id;
      };
      return { kind: "valid", grant: issued.grant, saveGrantId };
    },
  };
}

const hashCode = (code: string) => createHash("sha256").update(code).digest("base64url");

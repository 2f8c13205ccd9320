import { createHash, randomBytes } from "node:crypto";
import type { ServiceContext } from "../context.ts";

const maxTokens = 1000;

/** Random tokens in memory, stored as hashes. Each stands for a value, works once and for a short time. */
export function createSingleUseTokens<Value>({ clock }: Pick<ServiceContext, "clock">) {
  const tokens = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  const now = () => clock().getTime();
  return {
    issue: (value: Value, ttlSeconds: number) => {
      for (const [hash, { expiresAt }] of tokens)
        if (expiresAt <= now() || tokens.size >= maxTokens) tokens.delete(hash);
      const token = randomBytes(32).toString("base64url");
      const expiresAt = now() + ttlSeconds * 1000;
      tokens.set(hashToken(token), { value, expiresAt });
      return { token, expiresAt: new Date(expiresAt) };
    },
    /** Returns the token's value. The token becomes invalid. */
    redeem: (token: string): Value | undefined => {
      const hash = hashToken(token);
      const found = tokens.get(hash);
      tokens.delete(hash);
      return found && found.expiresAt > now() ? found.value : undefined;
    },
  };
}

const hashToken = (text: string) => createHash("sha256").update(text).digest("base64url");

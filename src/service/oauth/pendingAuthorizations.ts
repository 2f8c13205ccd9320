import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "../context.ts";
import type { CodeFlowState } from "./codeFlow.ts";
import type { ConnectRequest } from "./connectTickets.ts";
import type { OauthAccount } from "./oauthAccount.ts";

/** A code flow that waits for the provider's redirect. */
export interface PendingAuthorization {
  readonly request: ConnectRequest;
  readonly account: OauthAccount;
  readonly flow: CodeFlowState;
}

/** Pending code flows, each bound to the browser that started it. */
export interface PendingAuthorizations {
  /** Returns the cookie that identifies the browser. */
  start(attempt: PendingAuthorization): string;
  /** Removes and returns the code flow of this state if the cookies identify its browser. */
  finish(state: string, cookies: string | undefined): PendingAuthorization | undefined;
}

const lifeSeconds = 600;
const maxPending = 200;

export function createPendingAuthorizations(context: Pick<ServiceContext, "clock" | "baseUrl">): PendingAuthorizations {
  const pending = new Map<string, PendingAuthorization & { readonly proof: string; readonly expiresAt: number }>();
  const now = () => context.clock().getTime();
  return {
    start: (attempt) => {
      for (const [state, { expiresAt }] of pending)
        if (expiresAt <= now() || pending.size >= maxPending) pending.delete(state);
      const proof = randomBytes(32).toString("base64url");
      pending.set(attempt.flow.state, { ...attempt, proof, expiresAt: now() + lifeSeconds * 1000 });
      const name = cookieName(attempt.flow.state);
      const secure = context.baseUrl().startsWith("https:") ? "; Secure" : "";
      return `${name}=${proof}; Path=/connect/callback; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`;
    },
    finish: (state, cookies) => {
      const found = pending.get(state);
      if (!found || found.expiresAt <= now() || !hasProof(cookies, state, found.proof)) return undefined;
      pending.delete(state);
      return found;
    },
  };
}

/** Each code flow has its own cookie, so that two at the same time do not overwrite each other. */
function cookieName(state: string): string {
  return `fairlead_connect_${hash(state).toString("hex").slice(0, 16)}`;
}

function hasProof(cookies: string | undefined, state: string, proof: string): boolean {
  const name = cookieName(state);
  const found = (cookies ?? "").split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  return found !== undefined && timingSafeEqual(hash(found.slice(name.length + 1)), hash(proof));
}

const hash = (text: string) => createHash("sha256").update(text).digest();

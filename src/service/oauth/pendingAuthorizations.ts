import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "../context.ts";
import type { CodeFlowState } from "./codeFlow.ts";

/** A code flow that waits for the provider's redirect. */
interface PendingAuthorization {
  readonly flow: Pick<CodeFlowState, "state">;
}

/** Pending code flows, each bound to the browser that started it. */
export interface PendingAuthorizations<Attempt> {
  /** Returns the cookie that identifies the browser. */
  start(attempt: Attempt): string;
  /** Removes and returns the code flow of this state if the cookies identify its browser. */
  finish(state: string, cookies: string | undefined): Attempt | undefined;
}

const lifeSeconds = 600;
const maxPending = 200;

/** The browser sends the cookie to the path of the provider's redirects only. */
export function createPendingAuthorizations<Attempt extends PendingAuthorization>(
  context: Pick<ServiceContext, "clock" | "baseUrl">,
  cookie: { readonly name: string; readonly path: string },
): PendingAuthorizations<Attempt> {
  const pending = new Map<string, { readonly attempt: Attempt; readonly proof: string; readonly expiresAt: number }>();
  const now = () => context.clock().getTime();
  /** Each code flow has its own cookie, so that two at the same time do not overwrite each other. */
  const cookieName = (state: string) => `${cookie.name}_${hash(state).toString("hex").slice(0, 16)}`;
  return {
    start: (attempt) => {
      for (const [state, { expiresAt }] of pending)
        if (expiresAt <= now() || pending.size >= maxPending) pending.delete(state);
      const proof = randomBytes(32).toString("base64url");
      const { state } = attempt.flow;
      pending.set(state, { attempt, proof, expiresAt: now() + lifeSeconds * 1000 });
      const secure = context.baseUrl().startsWith("https:") ? "; Secure" : "";
      return `${cookieName(state)}=${proof}; Path=${cookie.path}; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`;
    },
    finish: (state, cookies) => {
      const found = pending.get(state);
      if (!found || found.expiresAt <= now() || !hasProof(cookies, cookieName(state), found.proof)) return undefined;
      pending.delete(state);
      return found.attempt;
    },
  };
}

function hasProof(cookies: string | undefined, name: string, proof: string): boolean {
  const found = (cookies ?? "").split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  return found !== undefined && timingSafeEqual(hash(found.slice(name.length + 1)), hash(proof));
}

const hash = (text: string) => createHash("sha256").update(text).digest();

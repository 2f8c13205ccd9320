import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "../context.ts";
import type { CodeFlowState } from "./codeFlow.ts";
import type { ConnectRequest } from "./connectTickets.ts";
import type { OauthAccount } from "./oauthAccount.ts";

/** Somebody on the way to a provider and back, and what for. */
export interface PendingAuthorization {
  readonly order: ConnectRequest;
  readonly account: OauthAccount;
  readonly flow: CodeFlowState;
}

/** Attempts under way, each bound to the browser it was begun in. */
export interface PendingAuthorizations {
  /** Answers the cookie that proves the browser. */
  begin(attempt: PendingAuthorization): string;
  /** The attempt of this state, if the cookies prove its browser; it is over with that. */
  end(state: string, cookies: string | undefined): PendingAuthorization | undefined;
}

const lifeSeconds = 600;
const most = 200;

export function createPendingAuthorizations(context: Pick<ServiceContext, "clock">): PendingAuthorizations {
  const open = new Map<string, PendingAuthorization & { readonly proof: string; readonly end: number }>();
  const now = () => context.clock().getTime();
  return {
    begin: (attempt) => {
      for (const [state, { end }] of open) if (end <= now() || open.size >= most) open.delete(state);
      const proof = randomBytes(32).toString("base64url");
      open.set(attempt.flow.state, { ...attempt, proof, end: now() + lifeSeconds * 1000 });
      const name = cookieName(attempt.flow.state);
      return `${name}=${proof}; Path=/connect/callback; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax`;
    },
    end: (state, cookies) => {
      const found = open.get(state);
      if (!found || found.end <= now() || !proves(cookies, state, found.proof)) return undefined;
      open.delete(state);
      return found;
    },
  };
}

/** One for each attempt, so that two at the same time do not lose each other's. */
function cookieName(state: string): string {
  return `fairlead_connect_${hash(state).toString("hex").slice(0, 16)}`;
}

function proves(cookies: string | undefined, state: string, proof: string): boolean {
  const name = cookieName(state);
  const found = (cookies ?? "").split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  return found !== undefined && timingSafeEqual(hash(found.slice(name.length + 1)), hash(proof));
}

const hash = (text: string) => createHash("sha256").update(text).digest();

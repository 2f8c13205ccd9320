import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "../context.ts";
import type { CodeFlowState } from "./codeFlow.ts";

/** A code flow that waits for the provider's redirect. */
interface PendingAuthorization {
  readonly flow: Pick<CodeFlowState, "state">;
}

interface Started<Attempt> {
  readonly attempt: Attempt;
  readonly from: string;
  readonly proof: string;
  readonly expiresAt: number;
}

interface CookieScope {
  readonly name: string;
  /** The browser sends the cookie to this path only. */
  readonly path: string;
}

const lifeSeconds = 600;
const maxPending = { each: 20, all: 2000 } as const;

/** Pending code flows, each bound to the browser that started it, which sends its cookie to the path of the provider's redirects only. */
export function createPendingAuthorizations<Attempt extends PendingAuthorization>(
  context: Pick<ServiceContext, "clock" | "baseUrl">,
  scope: CookieScope,
) {
  const pending = new Map<string, Started<Attempt>>();
  const now = () => context.clock().getTime();
  const cookie = createBrowserCookie(context, scope);
  return {
    /** Returns the cookie that identifies the browser. `from` is who starts it. */
    start: (attempt: Attempt, from: string): string => {
      for (const [state, { expiresAt }] of pending) if (expiresAt <= now()) pending.delete(state);
      const groups = Map.groupBy(pending, ([, one]) => one.from);
      const own = groups.get(from) ?? [];
      const [largest = []] = [...groups.values()].sort((one, other) => other.length - one.length);
      const [oldest] = own.length >= maxPending.each ? own : pending.size >= maxPending.all ? largest : [];
      if (oldest) pending.delete(oldest[0]);
      const proof = randomBytes(32).toString("base64url");
      const { state } = attempt.flow;
      pending.set(state, { attempt, from, proof, expiresAt: now() + lifeSeconds * 1000 });
      return cookie.write(state, proof);
    },
    /** Removes and returns the code flow of this state if the cookies identify its browser. */
    finish: (state: string, cookies: string | undefined): Attempt | undefined => {
      const found = pending.get(state);
      if (!found || found.expiresAt <= now() || !cookie.hasProof(state, found.proof, cookies)) return undefined;
      pending.delete(state);
      return found.attempt;
    },
  };
}

/** Recognizes the browser that started something. Each id has its own cookie, so that two at the same time do not overwrite each other. */
export function createBrowserCookie(context: Pick<ServiceContext, "baseUrl">, { name, path }: CookieScope) {
  const getName = (id: string) => `${name}_${hash(id).toString("hex").slice(0, 16)}`;
  return {
    write: (id: string, proof: string): string => {
      const secure = context.baseUrl().startsWith("https:") ? "; Secure" : "";
      return `${getName(id)}=${proof}; Path=${path}; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`;
    },
    hasProof: (id: string, proof: string, cookies: string | undefined): boolean => {
      const start = `${getName(id)}=`;
      const found = (cookies ?? "").split(/;\s*/).find((cookie) => cookie.startsWith(start));
      return found !== undefined && timingSafeEqual(hash(found.slice(start.length)), hash(proof));
    },
  };
}

const hash = (text: string) => createHash("sha256").update(text).digest();

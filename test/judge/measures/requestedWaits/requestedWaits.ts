import type { ServiceClient } from "../../../../src/client/client.ts";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../../src/dialect/connect.ts";
import { createTestClock } from "../../../support/client/testClock.ts";
import { createRandom, type Random } from "../../../support/createRandom.ts";
import { formatHttpResponse, startRawServer } from "../../../support/network/rawServer.ts";

export interface RequestedWaits {
  readonly asked: number;
  /** Requests before the required time, by the server's clock. */
  readonly undercut: number;
  /** The smallest margin after the required time. */
  readonly nearestMs: number;
  readonly findings: readonly string[];
}

/** A way to require a wait: its headers, and its end by the server's clock. */
type Way = (now: number, seconds: number) => { readonly headers: Record<string, string>; readonly until: number };

const whole = (at: number, seconds: number) => Math.floor(at / 1000) * 1000 + seconds * 1000;
const imf = (at: number) => new Date(at).toUTCString();
const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const rfc850 = (at: number) => {
  const [, day, month, year, time] = imf(at).split(" ");
  return `${days[new Date(at).getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${time} GMT`;
};
const asctime = (at: number) => {
  const [week, day, month, year, time] = imf(at).split(" ");
  return `${week?.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
};
const dated =
  (form: (at: number) => string): Way =>
  (now, seconds) => {
    const until = whole(now, seconds);
    return { headers: { date: imf(now), "retry-after": form(until) }, until };
  };

const ways: Readonly<Record<string, Way>> = {
  seconds: (now, seconds) => ({ headers: { "retry-after": String(seconds) }, until: now + seconds * 1000 }),
  "part of a second": (now, seconds) => ({
    headers: { "retry-after": String(seconds / 4) },
    until: now + seconds * 250,
  }),
  "a date": dated(imf),
  "a date of RFC 850": dated(rfc850),
  "a date of asctime": dated(asctime),
  "two headers": (now, seconds) => ({
    headers: { "retry-after": "0", "Retry-After": String(seconds) },
    until: now + seconds * 1000,
  }),
};

/** How a rejected caller continues: in the same call, with a new call, at another service, or by following events. */
const manners = ["one call", "another call", "another service", "events"] as const;
type Manner = (typeof manners)[number];

const atOnce = 96;

/** Each case has its own server with a clock that may be hours off. Cases run concurrently in real time. */
export async function judgeRequestedWaits(rounds: number, mostSeconds: number, seed: number): Promise<RequestedWaits> {
  const random = createRandom(seed);
  const cases = Object.keys(ways).flatMap((way) => manners.map((manner) => ({ way, manner })));
  const all = Array.from({ length: rounds }, () => cases).flat();
  const margins: (number | undefined)[] = [];
  while (margins.length < all.length) {
    const some = all.slice(margins.length, margins.length + atOnce);
    const judged = some.map(({ way, manner }) =>
      marginOf(way, manner, random.int(1, mostSeconds), random.part(`${random.next()}`)),
    );
    margins.push(...(await Promise.all(judged)));
  }
  const received = margins.filter((margin) => margin !== undefined);
  const findings = all.flatMap(({ way, manner }, index) => {
    const margin = margins[index];
    if (margin === undefined || margin >= 0) return [];
    return [`${manner}, asked by ${way}: ${Number.isFinite(margin) ? `${-margin} ms too early` : "never asked again"}`];
  });
  return { asked: received.length, undercut: findings.length, nearestMs: Math.min(...received), findings };
}

/**
 * Returns the time from the end of the required wait to the next request, by the server's clock; minus infinity without a next
 * request. Undefined if the caller ended before it received the required wait.
 */
async function marginOf(way: string, manner: Manner, seconds: number, random: Random): Promise<number | undefined> {
  const skew = random.int(-3, 3) * 3_600_000;
  const status = random.pick([429, 503]);
  let until: number | undefined;
  let margin = Number.NEGATIVE_INFINITY;
  const server = await startRawServer((socket) => {
    // Changes of the machine's clock do not affect this time.
    const now = performance.timeOrigin + performance.now() + skew;
    if (until === undefined) {
      const wish = ways[way]?.(now, seconds) ?? { headers: {}, until: now };
      until = wish.until;
      socket.write(formatHttpResponse(status, "", wish.headers));
      return;
    }
    if (margin === Number.NEGATIVE_INFINITY) margin = now - until;
    socket.write(formatHttpResponse(200, { items: [], nextCursor: null }));
  });
  const profile: DialectProfile = { version: 2, dialect: "other", operations: {} };
  const store =
    manner === "another service" ? { read: () => profile, save: () => {}, saveEvidence: () => {} } : undefined;
  const client = connectToService({
    baseUrl: server.url,
    key: async () => "flk_canary0123456789",
    profileStore: store,
  });
  const isHeard = await goOn(client, manner).catch(() => true);
  await client.close();
  await server.close();
  return isHeard ? margin : undefined;
}

/** Whether the first response arrived in time. */
async function goOn(client: ServiceClient, manner: Manner): Promise<boolean> {
  if (manner === "events") {
    await client.events("dep_1", { signal: AbortSignal.timeout(15_000) }).next();
    return true;
  }
  // The first call has no time to wait, but the next one has.
  const limits = manner === "another call" ? { deadlineMs: 900 } : {};
  const first = await client.call("projects.list", {}, limits).then(
    () => "success",
    (error: unknown) => (error instanceof Error ? error.name : ""),
  );
  if (manner === "another call") await client.call("projects.list", {});
  return first !== "TimeoutError";
}

const nonsense = [
  "-1",
  "soon",
  "1e9",
  "0x10",
  "",
  " ",
  "NaN",
  "9".repeat(400),
  "Fri, 99 Foo 2026 99:99:99 GMT",
  "31536000000",
];

/** Servers that always reject or return invalid waits: the longest total wait of a call, by a simulated clock. */
export async function measureLongestWait(calls: number, seed: number): Promise<number> {
  const random = createRandom(seed);
  let longest = 0;
  const judgeCall = async () => {
    const own = random.part(`${random.next()}`);
    const server = await startRawServer((socket) => {
      const retryAfter = own.chance(0.3) ? own.pick(["", ...nonsense]) : String(own.int(0, 15));
      socket.write(formatHttpResponse(own.pick([429, 503]), "", { "retry-after": retryAfter }));
    });
    const clock = createTestClock(Date.now());
    const client = connectToService({ baseUrl: server.url, key: async () => "flk_a", clock, random: own.next });
    await client.call("projects.list", {}).catch(() => {});
    longest = Math.max(
      longest,
      clock.waits.reduce((sum, ms) => sum + ms, 0),
    );
    await client.close();
    await server.close();
  };
  for (let done = 0; done < calls; done += 1) await judgeCall();
  return longest;
}

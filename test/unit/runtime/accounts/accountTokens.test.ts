import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createAccountTokens } from "../../../../src/runtime/accounts/accountTokens.ts";

const { signal } = new AbortController();
const question = z.object({ id: z.number(), scheme: z.string(), refused: z.string().optional() });

/** A parent that keeps what it is asked, and answers when it is told to. */
function parent() {
  const asked: z.output<typeof question>[] = [];
  let tell: (message: unknown) => void = () => undefined;
  const answer = (more: object, id = asked.at(-1)?.id) => tell({ kind: "fairlead.account", id, ...more });
  const channel = {
    send: (message: object) => void asked.push(question.parse(message)),
    listen: (onMessage: (message: unknown) => void) => {
      tell = onMessage;
    },
  };
  return { channel, asked, answer, tell: (message: unknown) => tell(message) };
}

describe("a connected account's token", () => {
  test("is asked for once and used until it ends", async () => {
    let now = 1000;
    const { channel, asked, answer } = parent();
    const accounts = createAccountTokens(channel, () => now);
    const first = accounts.token("login", signal);
    answer({ token: "one", until: 2000 });
    expect(await first).toEqual({ token: "one" });
    expect(await accounts.token("login", signal)).toMatchObject({ token: "one" });
    expect(asked).toHaveLength(1);
    now = 2000;
    const second = accounts.token("login", signal);
    answer({ token: "two", until: null });
    expect(await second).toEqual({ token: "two" });
  });

  test("is asked for again where it was refused, and where it was taken away", async () => {
    const { channel, asked, answer, tell } = parent();
    const accounts = createAccountTokens(channel);
    const first = accounts.token("login", signal);
    answer({ token: "one", until: null });
    await first;
    const second = accounts.token("login", signal, "one");
    expect(asked.at(-1)).toMatchObject({ scheme: "login", refused: "one" });
    answer({ token: "two", until: null });
    expect(await second).toEqual({ token: "two" });
    tell({ kind: "fairlead.accountForgotten", scheme: "login" });
    const third = accounts.token("login", signal);
    answer({ missing: "No account is connected." });
    expect(await third).toEqual({ missing: "No account is connected." });
  });

  test("is given to the question it answers", async () => {
    const { channel, asked, answer } = parent();
    const accounts = createAccountTokens(channel);
    const [one, other] = [accounts.token("one", signal), accounts.token("other", signal)];
    for (const { id, scheme } of asked.toReversed()) answer({ token: `of ${scheme}` }, id);
    expect(await Promise.all([one, other])).toEqual([{ token: "of one" }, { token: "of other" }]);
  });

  test("is waited for no longer than the call lasts, and messages of others mean nothing", async () => {
    const { channel, tell } = parent();
    const accounts = createAccountTokens(channel);
    const leaving = new AbortController();
    const asking = accounts.token("login", leaving.signal);
    tell("hello");
    tell({ kind: "fairlead.account", id: "1", token: 5 });
    leaving.abort(new Error("the caller left"));
    await expect(asking).rejects.toThrow("the caller left");
  });

  test("is unknown where nobody started this server who knows", async () => {
    expect(await createAccountTokens(undefined).token("login", signal)).toBeUndefined();
  });
});

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createAccountTokens } from "../../../../src/runtime/accounts/accountTokens.ts";

const { signal } = new AbortController();
const question = z.object({ id: z.number(), scheme: z.string(), refused: z.string().optional() });

/** A parent process that records requests and responds on command. */
function parent() {
  const questions: z.output<typeof question>[] = [];
  let post: (message: unknown) => void = () => undefined;
  const answer = (more: object, id = questions.at(-1)?.id) => post({ kind: "fairlead.account", id, ...more });
  const channel = {
    send: (message: object) => void questions.push(question.parse(message)),
    listen: (onMessage: (message: unknown) => void) => {
      post = onMessage;
    },
  };
  return { channel, questions, answer, post: (message: unknown) => post(message) };
}

describe("a connected account's token", () => {
  test("is requested once and used until it expires", async () => {
    let now = 1000;
    const { channel, questions, answer } = parent();
    const accounts = createAccountTokens(channel, () => now);
    const first = accounts.token("login", signal);
    answer({ token: "one", until: 2000 });
    expect(await first).toEqual({ token: "one" });
    expect(await accounts.token("login", signal)).toMatchObject({ token: "one" });
    expect(questions).toHaveLength(1);
    now = 2000;
    const second = accounts.token("login", signal);
    answer({ token: "two", until: null });
    expect(await second).toEqual({ token: "two" });
  });

  test("is requested again if it was rejected or invalidated", async () => {
    const { channel, questions, answer, post } = parent();
    const accounts = createAccountTokens(channel);
    const first = accounts.token("login", signal);
    answer({ token: "one", until: null });
    await first;
    const second = accounts.token("login", signal, "one");
    expect(questions.at(-1)).toMatchObject({ scheme: "login", refused: "one" });
    answer({ token: "two", until: null });
    expect(await second).toEqual({ token: "two" });
    post({ kind: "fairlead.accountForgotten", scheme: "login" });
    const third = accounts.token("login", signal);
    answer({ missing: "No account is connected." });
    expect(await third).toEqual({ missing: "No account is connected." });
  });

  test("is returned to the matching request", async () => {
    const { channel, questions, answer } = parent();
    const accounts = createAccountTokens(channel);
    const [one, other] = [accounts.token("one", signal), accounts.token("other", signal)];
    for (const { id, scheme } of questions.toReversed()) answer({ token: `of ${scheme}` }, id);
    expect(await Promise.all([one, other])).toEqual([{ token: "of one" }, { token: "of other" }]);
  });

  test("is not awaited after the call is aborted, and unrelated messages are ignored", async () => {
    const { channel, post } = parent();
    const accounts = createAccountTokens(channel);
    const leaving = new AbortController();
    const asking = accounts.token("login", leaving.signal);
    post("hello");
    post({ kind: "fairlead.account", id: "1", token: 5 });
    leaving.abort(new Error("the caller left"));
    await expect(asking).rejects.toThrow("the caller left");
  });

  test("is undefined without a parent process", async () => {
    expect(await createAccountTokens(undefined).token("login", signal)).toBeUndefined();
  });
});

import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { addConnection } from "../../../../../src/extension/connection/commands/addConnection.ts";
import { signIn } from "../../../../../src/extension/connection/commands/signIn.ts";
import {
  answerWhen,
  contactKey,
  createRefusedContactFixture,
} from "../../../../support/editor/refusedContactFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import type { JsonServiceResponse } from "../../../../support/services/jsonService.ts";

const served = await useServedService();

type Accepts = Parameters<typeof answerWhen>[0];
const refusing = (accepts: Accepts, refusal?: JsonServiceResponse) =>
  createRefusedContactFixture(served, answerWhen(accepts, refusal));

const byToken: Accepts = (headers) => headers["x-auth-token"] === contactKey;
const encoded = Buffer.from(`ann@one.example:${contactKey}`).toString("base64");
const question = 'Add Connection: How does HOST take its key? (HOST refused the key (401): "API key not valid".)';

describe("a service that refuses the key", () => {
  test("is connected with a header that the user names, and a required User-Agent", async () => {
    await using world = await refusing((headers) => byToken(headers) && headers["user-agent"] !== undefined);
    const { readAsked, readProfile, shown } = await world.add("Header by name...", "X-Auth-Token", "");
    expect(readAsked()).toEqual([
      question,
      "Add Connection: The header that carries the key to HOST []",
      "Add Connection: What stands before the key in X-Auth-Token, such as Token; empty for nothing []",
    ]);
    expect(readProfile()).toMatchObject({ dialect: "other", credential: { header: "X-Auth-Token" } });
    expect(shown[0]).toMatch(/^info: Connected to /);
  });

  test("is connected with a header and a prefix", async () => {
    await using world = await refusing((headers) => headers["x-auth-token"] === `Secret ${contactKey}`);
    const { readProfile } = await world.add("Header by name...", "X-Auth-Token", "Secret");
    expect(readProfile()?.credential).toEqual({ header: "X-Auth-Token", scheme: "Secret" });
  });

  test("is connected with a user name for HTTP Basic", async () => {
    await using world = await refusing((headers) => headers.authorization === `Basic ${encoded}`, {
      status: 401,
      headers: { "www-authenticate": 'Basic realm="api"' },
    });
    const { readAsked, readProfile } = await world.add("User name and key (HTTP Basic)...", "ann@one.example");
    expect(readAsked()).toEqual([
      "Add Connection: How does HOST take its key? (HOST refused the key (401) and gave no reason.)",
      "Add Connection: The user name that goes with the key for HOST []",
    ]);
    expect(readProfile()?.credential).toEqual({ header: "Authorization", scheme: "Basic", user: "ann@one.example" });
  });

  test("is asked for its header even if it answers that the bearer is wrong", async () => {
    await using world = await refusing(byToken, {
      status: 401,
      body: { error: "API key not valid" },
      headers: { "www-authenticate": 'Bearer error="invalid_token"' },
    });
    const { readAsked, readProfile } = await world.add(
      ...["Header by name...", "X-Wrong", "", "Header by name...", "X-Auth-Token", ""],
    );
    expect(readAsked()[3]).toBe(question);
    expect(readProfile()?.credential).toEqual({ header: "X-Auth-Token" });
  });

  test("takes the bearer again after another choice", async () => {
    let isKnown = false;
    await using world = await refusing(({ authorization }) => isKnown && authorization === `Bearer ${contactKey}`);
    const { app, readProfile } = await world.open(
      ...[world.service.url, contactKey, "Header by name...", "X-Wrong", "", "Authorization: Bearer"],
    );
    const { pick } = app.prompts;
    let picks = 0;
    Object.assign(app.prompts, {
      pick: (asked: Parameters<typeof pick>[0]) => {
        picks += 1;
        isKnown = picks === 2;
        return pick(asked);
      },
    });
    await addConnection(app, {});
    expect(readProfile()?.credential).toEqual({ header: "Authorization", scheme: "Bearer" });
  });

  test("is connected with further headers that the user names", async () => {
    const accepts: Accepts = (headers) => headers["acme-version"] === "2" && headers["x-edition"] === "pro";
    await using world = await refusing(accepts, { status: 400, body: { error: "acme-version: header is required" } });
    const { readProfile } = await world.add(
      ...["Add Another Header...", "acme-version", "2", "Add Another Header...", "X-Edition", "pro"],
    );
    expect(readProfile()?.headers).toEqual({ "acme-version": "2", "X-Edition": "pro" });
  });

  test("shows its own words bounded, on one line, without markup and without the key", async () => {
    const words = `<b>No</b>\n${contactKey} ${"very ".repeat(100)}long`;
    await using world = await refusing(byToken, { status: 401, body: { error: words } });
    const { readAsked } = await world.add(escapeAnswer);
    expect(readAsked()[0]).toMatch(/\(401\): "No \[key\] very very [^<\n]{0,200}\.\.\."\)$/);
  });
});

describe("the key", () => {
  test("is sent to another URL without what was said of the first one", async () => {
    await using first = await refusing(() => false);
    await using second = await refusing(() => true);
    const { readProfile } = await first.add(
      "Header by name...",
      "X-Auth-Token",
      "",
      promptBack,
      promptBack,
      second.service.url,
      contactKey,
    );
    expect(readProfile()?.credential).toBeUndefined();
    expect(second.service.requests.filter(({ headers }) => headers["x-auth-token"] !== undefined)).toEqual([]);
  });
});

describe("leaving the questions", () => {
  const refusal = { status: 401, body: { error: "Send X-Wrong-Key" } };

  /** The answers before a question, and the question that Back leads to. */
  const steps: readonly (readonly [ScriptedAnswer[], RegExp])[] = [
    [[], /API key for .*Send X-Wrong-Key/],
    [["Header by name..."], /How does/],
    [["Header by name...", "X-Typed"], /The header that .*\[X-Typed\]/],
    [["User name and key (HTTP Basic)..."], /How does/],
    [["Add Another Header..."], /How does/],
    [["Add Another Header...", "X-Edition"], /A header that .*\[X-Edition\]/],
  ];

  test("with Escape at any question stores nothing", async () => {
    await using world = await refusing(byToken, refusal);
    const begin = [world.service.url, contactKey] as const;
    const given = steps.flatMap(([answers]): ScriptedAnswer[] => [...begin, ...answers, escapeAnswer]);
    const { user, unusedAnswers, shown, app } = await world.open(...given);
    for (const _ of steps) await addConnection(app, {});
    expect([user.memory.values.size, user.secrets.values.size, unusedAnswers, shown]).toEqual([0, 0, [], []]);
    expect(app.connections.all()).toEqual([]);
  });

  test("with Back goes back from any question to the one before, and from a cancelled file dialog", async () => {
    await using world = await refusing(byToken, refusal);
    for (const [answers, expected] of steps) {
      const { questions } = await world.add(...answers, promptBack, escapeAnswer);
      expect(questions.at(-1)).toMatch(expected);
    }
    const { questions } = await world.add("Import Profile...", escapeAnswer);
    expect(questions.at(-1)).toMatch(/How does/);
  });

  test("with Back keeps what was chosen for the next attempt", async () => {
    await using world = await refusing((headers) => headers["x-auth-token"] === "key_2");
    const { readProfile, readAsked } = await world.add("Header by name...", "X-Auth-Token", "", promptBack, "key_2");
    expect(readAsked().at(-1)).toMatch(/API key for HOST.*\[\*{20}\] \(secret\) \(HOST refused the key/);
    expect(readProfile()?.credential).toEqual({ header: "X-Auth-Token" });
  });
});

describe("signing in", () => {
  test("asks the same when the key is refused, and what is chosen replaces an older choice", async () => {
    let header = "x-auth-token";
    await using world = await refusing((headers) => headers[header] === contactKey);
    const { app, readProfile, questions } = await world.add(
      ...["Header by name...", "X-Auth-Token", "", contactKey, "Header by name...", "X-New-Token", ""],
    );
    const [connection] = app.connections.all();
    if (!connection) throw new Error("There is no connection.");
    header = "x-new-token";
    await app.connections.signOut(connection);
    await signIn(app, {});
    expect(questions.find((line) => line.startsWith(`Sign In to ${connection.name}: How does`))).toBeDefined();
    expect(readProfile()?.credential).toEqual({ header: "X-New-Token" });
  });

  test("takes another key, if the key was wrong and not its header", async () => {
    await using world = await refusing((headers) => headers.authorization === "Bearer key_2");
    const { readAsked, readProfile } = await world.add("Enter Another Key...", "key_2");
    expect(readAsked()[1]).toMatch(/refused the key/);
    expect(readProfile()?.credential).toBeUndefined();
  });

  test("with Back at the list asks for the key again", async () => {
    await using world = await refusing(byToken);
    const { app, questions, unusedAnswers } = await world.add(
      "Header by name...",
      "X-Auth-Token",
      "",
      "key_2",
      promptBack,
      escapeAnswer,
    );
    const [connection] = app.connections.all();
    if (connection) await app.connections.signOut(connection);
    await signIn(app, {});
    expect([questions.at(-1), unusedAnswers]).toEqual([expect.stringMatching(/API key for .*refused the key/), []]);
    expect(app.connections.session().kind).toBe("signedOut");
  });
});

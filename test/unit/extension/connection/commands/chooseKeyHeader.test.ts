import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { chooseKeyHeader } from "../../../../../src/extension/connection/commands/chooseKeyHeader.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

/** A service that takes the key as a bearer token, or as `X-Auth-Token`. */
const createFixture = (answers: readonly ScriptedAnswer[]) =>
  createOtherServiceFixture(
    served,
    {},
    {
      answers,
      answer: ({ headers }) =>
        headers.authorization === "Bearer key_1" || headers["x-auth-token"] === "key_1"
          ? undefined
          : { status: 401, body: { message: "No key." } },
    },
  );

describe("choosing the key's header", () => {
  test("asks for the header and what stands before the key, and connects with it", async () => {
    await using fixture = await createFixture(["X-Auth-Token", ""]);
    await chooseKeyHeader(fixture.app, {});
    expect(fixture.questions.map((question) => question.split(":")[0])).toEqual([
      ...["Choose the Key's Header", "Choose the Key's Header"],
    ]);
    expect(fixture.profileStore.read().credential).toEqual({ header: "X-Auth-Token" });
    expect(fixture.app.connections.session().kind).toBe("connected");
    expect(fixture.service.requests.at(-1)?.headers["x-auth-token"]).toBe("key_1");
    expect(fixture.readMessages()).toEqual(["status: Other gets its key in X-Auth-Token."]);
  });

  test("keeps the header of before if the service does not accept the new one", async () => {
    await using fixture = await createFixture(["X-Wrong", ""]);
    const before = fixture.profileStore.read().credential;
    await chooseKeyHeader(fixture.app, {});
    expect(fixture.profileStore.read().credential).toEqual(before);
    expect(fixture.app.connections.session().kind).toBe("connected");
    expect(fixture.readMessages()).toEqual([
      "warning: Other does not accept its key in X-Wrong, so it gets the key as before.",
    ]);
  });

  test("changes nothing after Escape at the header or the prefix, or Back at the header", async () => {
    await using fixture = await createFixture([escapeAnswer, "X-Auth-Token", escapeAnswer, promptBack]);
    const before = fixture.profileStore.read();
    const count = fixture.service.requests.length;
    for (const _ of ["header", "prefix", "Back"]) await chooseKeyHeader(fixture.app, {});
    expect([fixture.profileStore.read(), fixture.service.requests.length]).toEqual([before, count]);
    expect(fixture.unusedAnswers).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { signOut } from "../../../../../src/extension/connection/commands/signOut.ts";
import { keySecretPrefix } from "../../../../../src/extension/connection/model/secretNames.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

describe("signing out", () => {
  test("deletes the key, and Undo signs in with it again", async () => {
    await using fixture = await createOtherServiceFixture(served, {}, { actions: ["Undo"] });
    const { connections } = fixture.app;
    await signOut(fixture.app, {});
    expect(fixture.shown).toEqual(["info: Signed out of Other. [Undo]"]);
    await expect.poll(() => connections.session().kind).toBe("connected");
    expect(connections.readSecretTexts()).toEqual(["key_1"]);
  });

  test("cannot be undone once the message is closed, and no secret is left", async () => {
    await using fixture = await createOtherServiceFixture(served, {});
    const { connections } = fixture.app;
    await signOut(fixture.app, {});
    expect(connections.session().kind).toBe("signedOut");
    const names = await fixture.user.secrets.names();
    expect(names.filter((name) => name.startsWith(keySecretPrefix))).toEqual([]);
  });

  test("forgets the key on request", async () => {
    await using fixture = await createOtherServiceFixture(served, {});
    const signedOut = await fixture.app.connections.signOut(fixture.session.connection);
    if (signedOut.kind !== "undoable") throw new Error("The key was not issued by a sign-in.");
    signedOut.forget();
    await expect(signedOut.undo()).rejects.toThrow(
      "The key of Other is no longer in memory. Use Sign In and enter it again.",
    );
    expect(fixture.app.connections.session().kind).toBe("signedOut");
  });
});

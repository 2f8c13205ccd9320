import { describe, expect, test } from "vitest";
import { signInToAccount, signOutOfAccount } from "../../../../../src/extension/connection/commands/editorAccounts.ts";
import { removeConnection } from "../../../../../src/extension/connection/commands/removeConnection.ts";
import { signIn } from "../../../../../src/extension/connection/commands/signIn.ts";
import { signOut } from "../../../../../src/extension/connection/commands/signOut.ts";
import { switchConnection } from "../../../../../src/extension/connection/commands/switchConnection.ts";
import type { Connection } from "../../../../../src/extension/connection/model/connection.ts";
import { createDisconnectedFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { addAccepted } from "../../../../support/editor/testWindow.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const url = () => served.service.url;
const key = () => served.service.issueKey("test");
const createFixture = (...answers: ScriptedAnswer[]) => createDisconnectedFixture(served, { answers });
const clicked = (connection: Connection) =>
  ({ node: { kind: "connection", connection, isActive: false, state: "ready" } }) as const;

const added = async ({ window }: Awaited<ReturnType<typeof createFixture>>, name: string): Promise<Connection> =>
  (await addAccepted(window, { baseUrl: url(), key: key() }, name)).connection;

describe("an account of the Accounts menu", () => {
  test("is created by adding a connection", async () => {
    await using fixture = await createFixture(url(), key());
    await added(fixture, "One");
    const id = await signInToAccount(fixture.app, undefined);
    expect(fixture.app.connections.active()).toMatchObject({ id, baseUrl: url() });
    expect(fixture.app.connections.all()).toHaveLength(2);
  });

  test("starts with the choice of a service if there is none", async () => {
    await using fixture = await createFixture("Use the local service");
    expect(await signInToAccount(fixture.app, undefined)).toBe("local");
  });

  test("without a key signs in again", async () => {
    await using fixture = await createFixture(key());
    const one = await added(fixture, "One");
    await added(fixture, "Two");
    await fixture.app.connections.signOut(one);
    expect(await signInToAccount(fixture.app, one.id)).toBe(one.id);
    expect(fixture.questions[0]).toContain("Sign In to One");
  });

  test("is rejected when the user cancels the sign-in", async () => {
    await using fixture = await createFixture(escapeAnswer);
    await added(fixture, "One");
    await expect(signInToAccount(fixture.app, undefined)).rejects.toThrow("The sign-in to Fairlead was cancelled");
  });

  test("loses its key when it signs out, even if another connection is active", async () => {
    await using fixture = await createFixture();
    const one = await added(fixture, "One");
    const two = await added(fixture, "Two");
    await signOutOfAccount(fixture.app, one.id);
    await signOutOfAccount(fixture.app, "nobody");
    const keys = [...fixture.user.secrets.values.keys()].filter((name) => name.startsWith("fairlead.connection."));
    expect(keys).toEqual([`fairlead.connection.${two.id}`]);
    expect(fixture.app.connections.session().kind).toBe("connected");
  });
});

test("a clicked connection is switched to, signed out, signed in and removed without a question for the connection", async () => {
  await using fixture = await createFixture(key(), true);
  const one = await added(fixture, "One");
  const two = await added(fixture, "Two");
  await switchConnection(fixture.app, clicked(one));
  expect(fixture.app.connections.active()?.name).toBe("One");
  await signOut(fixture.app, clicked(two));
  expect(fixture.app.connections.session().kind).toBe("connected");
  await signIn(fixture.app, clicked(two));
  expect([fixture.app.connections.active()?.name, fixture.app.connections.session().kind]).toEqual([
    "Two",
    "connected",
  ]);
  await removeConnection(fixture.app, clicked(one));
  expect(fixture.app.connections.all().map(({ name }) => name)).toEqual(["Two"]);
  expect(fixture.questions).toEqual([expect.stringContaining("Sign In to Two"), "Remove the connection One?"]);
});

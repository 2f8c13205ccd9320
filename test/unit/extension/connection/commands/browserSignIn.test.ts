import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { addConnection } from "../../../../../src/extension/connection/commands/addConnection.ts";
import { removeConnection } from "../../../../../src/extension/connection/commands/removeConnection.ts";
import { signIn } from "../../../../../src/extension/connection/commands/signIn.ts";
import { signOut } from "../../../../../src/extension/connection/commands/signOut.ts";
import { createDisconnectedFixture } from "../../../../support/editor/disconnectedFixture.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { readEditorLink, startSignInFixture } from "../../../../support/oauth/signInFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const team = await startSignInFixture();
const served = await useServedService();
afterAll(() => team.close());
afterEach(() => void vi.useRealTimers());

const url = () => team.service.url;
const host = () => new URL(url()).host;
const browser = "Sign In With Your Browser";

/** Signs in on the service's pages, and follows the link of the last one. */
const browseAs = (login: string) => async (page: string) => {
  const { text } = await team.signIn(login, page);
  expect((await fetch(readEditorLink(text))).status).toBe(200);
  return true;
};
const createFixture = (
  browse: (page: string) => Promise<boolean>,
  answers: readonly ScriptedAnswer[],
  options: { readonly cancel?: { readonly title: string } } = {},
) => createDisconnectedFixture(served, { browse, answers, ...options });
const connectBySignIn = async (...answers: ScriptedAnswer[]) => {
  const fixture = await createFixture(browseAs("ann"), [url(), browser, ...answers]);
  await addConnection(fixture.app, {});
  return fixture;
};
const readKeyStatus = async (key: string) => (await team.callAs(key, "/api/v1/me")).status;

describe("adding a connection to a service with a sign-in", () => {
  test("signs in in the browser, and asks for no key", async () => {
    await using fixture = await connectBySignIn();
    expect(fixture.questions).toEqual([
      "Add Connection: The service's URL []",
      `Add Connection: How do you sign in to ${host()}?`,
    ]);
    expect(fixture.shown).toEqual([`status: Connected to ${host()}.`]);
    const session = fixture.app.connections.session();
    expect(session).toMatchObject({ kind: "connected", me: { name: "Ann", key: { name: "Editor on laptop" } } });
  });

  test("takes a key too, and Back returns from it to the choice, and from there to the URL", async () => {
    const key = team.service.issueKey("typed");
    const answers: ScriptedAnswer[] = [url(), promptBack, url(), "API Key", promptBack, "API Key", key];
    await using fixture = await createFixture(async () => false, answers);
    await addConnection(fixture.app, {});
    expect(fixture.questions[2]).toBe(`Add Connection: The service's URL [${url()}]`);
    expect(fixture.questions.map((question) => question.slice(16, 23))).toEqual([
      "The ser",
      "How do ",
      "The ser",
      "How do ",
      "API key",
      "How do ",
      "API key",
    ]);
    expect(fixture.app.connections.readSecretTexts()).toEqual([key]);
  });

  test.each<[string, (page: string) => Promise<boolean>, RegExp]>([
    ["without a browser", async () => false, /The browser could not be opened to sign in to .*Use an API key\./],
    ["as an unknown member", (page) => browseAs("bea")(page), /You were not signed in to .*in the browser said why/],
    [
      "with a wrong code",
      async (page) => {
        const { redirect_uri, state } = Object.fromEntries(new URL(page).searchParams);
        return (await fetch(`${redirect_uri}?code=${"A".repeat(43)}&state=${state}`)).ok;
      },
      /issued no key\. The code is unknown, used or expired\. Sign in again\./,
    ],
  ])("fails %s with the reason, and stores nothing", async (_name, browse, reason) => {
    await using fixture = await createFixture(browse, [url(), browser]);
    await expect(addConnection(fixture.app, {})).rejects.toThrow(reason);
    expect([fixture.user.memory.values.size, fixture.user.secrets.values.size]).toEqual([0, 0]);
  });

  test("fails in an editor that the browser cannot return to", async () => {
    await using fixture = await createFixture(browseAs("ann"), [url(), browser]);
    const listenForSignIn: typeof fixture.app.listenForSignIn = async (state) => ({
      ...(await fixture.app.listenForSignIn(state)),
      redirectUri: "https://code.example.com/proxy/40000/",
    });
    const adding = addConnection({ ...fixture.app, listenForSignIn }, {});
    await expect(adding).rejects.toThrow(/cannot return from .* to an editor at code\.example\.com\. Use an API key\./);
  });

  test("asks a service without encryption for nothing before the user agrees", async () => {
    await using fixture = await createFixture(async () => false, ["http://service.example.com", "flk_1", false]);
    const sent: string[] = [];
    const sendRequest: typeof fixture.app.sendRequest = async (request) => {
      sent.push(request.url);
      return fixture.app.sendRequest(request);
    };
    await addConnection({ ...fixture.app, sendRequest }, {});
    expect(sent).toEqual([]);
  });

  test("says after ten minutes what to do", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await using fixture = await createFixture(async () => {
      setImmediate(() => vi.advanceTimersByTime(600_000));
      return true;
    }, [url(), browser]);
    await expect(addConnection(fixture.app, {})).rejects.toThrow(/within 10 minutes\. Sign in again\. If the browser/);
  });

  test.each(["Waiting for your sign-in to HOST in the browser", "Connecting to HOST"])(
    "ends when the user cancels %s",
    async (title) => {
      const cancel = { title: title.replace("HOST", host()) };
      await using fixture = await createFixture(async () => true, [url(), browser], { cancel });
      await addConnection(fixture.app, {});
      expect([fixture.shown, fixture.user.secrets.values.size]).toEqual([[], 0]);
    },
  );

  test("does not answer a return with another state", async () => {
    const statuses: number[] = [];
    const browse = async (page: string) => {
      const { redirect_uri = "" } = Object.fromEntries(new URL(page).searchParams);
      statuses.push((await fetch(`${redirect_uri}?code=x&state=other`)).status);
      return browseAs("ann")(page);
    };
    await using fixture = await createFixture(browse, [url(), browser]);
    await addConnection(fixture.app, {});
    expect([statuses, fixture.app.connections.session().kind]).toEqual([[404], "connected"]);
  });
});

describe("the key of a sign-in", () => {
  test("is deleted at the service by Sign Out, without Undo; the next sign-in gets another", async () => {
    await using fixture = await connectBySignIn(browser);
    const [key = ""] = fixture.app.connections.readSecretTexts();
    await signOut(fixture.app, {});
    expect(await readKeyStatus(key)).toBe(401);
    await signIn(fixture.app, {});
    expect(fixture.questions.at(-1)).toBe(`Sign In to ${host()}: How do you sign in to ${host()}?`);
    expect(fixture.app.connections.session().kind).toBe("connected");
  });

  test("is deleted at the service when the connection is removed", async () => {
    await using fixture = await connectBySignIn(host(), true);
    const [key = ""] = fixture.app.connections.readSecretTexts();
    await removeConnection(fixture.app, {});
    expect(await readKeyStatus(key)).toBe(401);
  });

  test("is deleted here also when the service does not delete it, which a message says", async () => {
    await using fixture = await connectBySignIn();
    fixture.window.network.isDown = true;
    await signOut(fixture.app, {});
    expect(fixture.shown.at(-1)).toContain(
      `warning: Signed out of ${host()}, but the service did not delete the key of this editor: ${host()} could not be reached: the network is down. Check your network.`,
    );
    expect(fixture.app.connections.session().kind).toBe("signedOut");
  });

  test("is not sent anywhere by Sign Out if it was typed", async () => {
    const key = team.service.issueKey("typed");
    await using fixture = await createFixture(async () => false, [url(), "API Key", key]);
    await addConnection(fixture.app, {});
    await signOut(fixture.app, {});
    expect(fixture.shown.at(-1)).toBe(`info: Signed out of ${host()}. [Undo]`);
    expect(await readKeyStatus(key)).toBe(200);
  });
});

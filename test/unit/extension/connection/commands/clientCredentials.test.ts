import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { addConnection } from "../../../../../src/extension/connection/commands/addConnection.ts";
import { chooseKeyHeader } from "../../../../../src/extension/connection/commands/chooseKeyHeader.ts";
import { signIn } from "../../../../../src/extension/connection/commands/signIn.ts";
import { contactKey, createRefusedContactFixture } from "../../../../support/editor/refusedContactFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { startTokenServer, tokenClient } from "../../../../support/oauth/tokenServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import type { JsonServiceRequest, JsonServiceResponse } from "../../../../support/services/jsonService.ts";

const served = await useServedService();

type TokenServer = Awaited<ReturnType<typeof startTokenServer>>;
type Page = (request: JsonServiceRequest, server: TokenServer) => JsonServiceResponse | undefined;

/** A service that takes the tokens of an authorization server, and nothing else. */
async function open(options: Parameters<typeof startTokenServer>[0] = {}, page: Page = () => undefined) {
  const stop = new AsyncDisposableStack();
  const server = stop.use(await startTokenServer(options));
  const world = stop.use(
    await createRefusedContactFixture(served, (request) => {
      const other = page(request, server);
      if (other) return other;
      if (!request.path.startsWith("/api/v1/") || request.path.endsWith(".json")) return undefined;
      if (!server.accepts(request)) return { status: 401, body: { error: "Who is it?" } };
      if (request.path === "/api/v1/me") return { body: { id: 7, login: "someone" } };
      return request.path === "/api/v1/projects" ? { body: { projects: [{ uuid: "p-1" }] } } : undefined;
    }),
  );
  const hide = (line: string) => line.replaceAll(server.host, "AUTH").replaceAll(world.host, "HOST");
  const add = async (...answers: readonly ScriptedAnswer[]) => {
    const window = await world.open(world.service.url, ...answers);
    await addConnection(window.app, {});
    return { ...window, readAsked: () => window.questions.slice(1).map(hide) };
  };
  return { ...world, add, server, hide, [Symbol.asyncDispose]: () => stop.disposeAsync() };
}

const action = "OAuth client credentials...";
const { id, secret } = tokenClient;
const keyQuestion =
  "Add Connection: API key for HOST. It is kept in the editor's secret storage and sent nowhere else. [] (secret)";
const secretQuestion =
  "Add Connection: The client secret. It is kept in the editor's secret storage and sent to AUTH alone.";

describe("OAuth client credentials", () => {
  test("are an answer to how a service takes its key", async () => {
    await using world = await open();
    const { readAsked, readProfile, shown } = await world.add(
      ...[contactKey, action, world.server.tokenUrl, id, secret, "read api:write"],
    );
    expect(readAsked().slice(1)).toEqual([
      'Add Connection: How does HOST take its key? (HOST refused the key (401): "Who is it?")',
      "Add Connection: The token address: where access tokens for HOST are requested []",
      "Add Connection: The client id at AUTH []",
      `${secretQuestion} [] (secret)`,
      "Add Connection: The scopes to request, with spaces between them; empty for those that AUTH chooses []",
    ]);
    expect(readProfile()?.credential).toEqual({
      ...{ header: "Authorization", scheme: "Bearer" },
      clientCredentials: {
        ...{ tokenUrl: world.server.tokenUrl, clientId: id, scopes: ["read", "api:write"] },
        authentication: "client_secret_basic",
      },
    });
    expect(shown[0]).toMatch(/^info: Connected to /);
    expect(world.server.readTokenRequests()[0]).toBe("basic scope=read+api%3Awrite");
  });

  test("are asked for at once without a key, which then is sent nowhere", async () => {
    await using world = await open();
    const { readAsked, readProfile, user } = await world.add("", world.server.tokenUrl, id, secret, "");
    expect(readAsked().slice(0, 2)).toEqual([
      keyQuestion,
      "Add Connection: The token address: where access tokens for HOST are requested []",
    ]);
    expect(readProfile()?.credential?.clientCredentials?.scopes).toBeUndefined();
    const sent = JSON.stringify(world.service.requests.map(({ headers, path, text }) => [headers, path, text]));
    expect(sent).not.toContain(secret);
    expect([...user.memory.values.values()].join()).not.toContain(secret);
  });

  test("are proposed as the metadata of the server say, if these are usable", async () => {
    let known = "";
    let body: unknown;
    await using world = await open({}, ({ path, headers }) =>
      path.startsWith(`/.well-known/${known}`) && headers.authorization === undefined ? { body } : undefined,
    );
    const readProposed = async () => (await world.add("", escapeAnswer)).readAsked()[1];
    body = { issuer: "x", token_endpoint: world.server.tokenUrl };
    for (known of ["oauth-authorization-server", "openid-configuration"])
      expect(await readProposed()).toBe(
        "Add Connection: The token address: where access tokens for HOST are requested [http://AUTH/token]",
      );
    known = "";
    for (body of [{ token_endpoint: "http://auth.example/token" }, { token_endpoint: 7 }, "<html>"])
      expect(await readProposed()).toMatch(/ are requested \[\]$/);
  });

  test("with a wrong secret are asked for it again, and say why", async () => {
    await using world = await open();
    const { readAsked, readProfile } = await world.add("", world.server.tokenUrl, id, "wrong-one", "", secret, "");
    expect(readAsked()[5]).toBe(
      `${secretQuestion} [*********] (secret) (AUTH refused the client secret: invalid_client (No such client). Check the client id and the secret.)`,
    );
    expect(readProfile()?.credential?.clientCredentials?.clientId).toBe(id);
  });

  test("with a wrong address are asked for it again", async () => {
    await using world = await open();
    const { readAsked } = await world.add("", `${world.server.url}/other`, id, secret, "", escapeAnswer);
    expect(readAsked()[5]).toMatch(
      /The token address: .*\/other\] \(AUTH answered the request for an access token with status 404\. Check the token address\.\)$/,
    );
  });

  test.each([
    ["audience", { error: "invalid_request", error_description: "The audience is missing" }],
    ["resource", { error: "invalid_target" }],
  ])("are asked for the %s where the server demands one", async (field, body) => {
    await using world = await open({
      answer: (_request, form) => (form.has(field) ? undefined : { status: 400, body }),
    });
    const { readAsked, readProfile } = await world.add(
      "",
      world.server.tokenUrl,
      id,
      secret,
      "",
      "https://api.example",
    );
    expect(readAsked()[5]).toMatch(
      new RegExp(`^Add Connection: The ${field} that AUTH demands.* \\[\\] \\(AUTH refused`),
    );
    expect(readProfile()?.credential?.clientCredentials).toMatchObject({ [field]: "https://api.example" });
  });

  test("whose token the service refuses lead back to the list, and another choice takes the key", async () => {
    await using world = await open({}, ({ headers }) =>
      headers["x-auth-token"] === contactKey ? { body: { id: 7, login: "someone" } } : { status: 401, body: {} },
    );
    const { readAsked, readProfile } = await world.add(
      ...[contactKey, action, world.server.tokenUrl, id, secret, "", "Header by name...", "X-Auth-Token", ""],
    );
    expect(readAsked()[6]).toBe(
      "Add Connection: How does HOST take its key? (HOST refused the access token (401) and gave no reason.)",
    );
    expect(readProfile()?.credential).toEqual({ header: "X-Auth-Token" });
    expect(world.service.requests.some(({ headers }) => headers["x-auth-token"] === secret)).toBe(false);
  });

  test("keep their token in another header", async () => {
    await using world = await open({}, ({ headers, path }, server) => {
      const token = headers["x-access-token"];
      if (token === undefined || path.endsWith(".json")) return undefined;
      const isKnown = server.accepts({ headers: { authorization: `Bearer ${String(token)}` } });
      return isKnown ? { body: { id: 7, login: "someone" } } : { status: 401, body: {} };
    });
    const { app, readProfile } = await world.add(...["", world.server.tokenUrl, id, secret, "", "X-Access-Token", ""]);
    await chooseKeyHeader(app, {});
    expect(readProfile()?.credential).toMatchObject({ header: "X-Access-Token", clientCredentials: { clientId: id } });
  });
});

describe("leaving the questions", () => {
  /** The answers before a question, and the question that Back leads to. */
  const steps: [ScriptedAnswer[], RegExp][] = [
    [[], /API key for/],
    [["http://127.0.0.1:9/token"], /The token address.*\[http:\/\/127\.0\.0\.1:9\/token\]$/],
    [["http://127.0.0.1:9/token", "one"], /The client id at 127\.0\.0\.1:9 \[one\]$/],
    [["http://127.0.0.1:9/token", "one", "typed"], /The client secret.* \[\*{5}\] \(secret\)$/],
  ];

  test("with Escape at any of them stores nothing and sends nothing", async () => {
    await using world = await open();
    const given = steps.flatMap(([answers]): ScriptedAnswer[] => [world.service.url, "", ...answers, escapeAnswer]);
    const { app, user, unusedAnswers, shown } = await world.open(...given);
    for (const _ of steps) await addConnection(app, {});
    expect([user.memory.values.size, user.secrets.values.size, unusedAnswers, shown]).toEqual([0, 0, [], []]);
    expect(world.server.requests).toEqual([]);
  });

  test("with Back goes back to the one before, from the token address to the list, if it was chosen there", async () => {
    await using world = await open();
    for (const [answers, expected] of steps) {
      const { readAsked } = await world.add("", ...answers, promptBack, escapeAnswer);
      expect(readAsked().at(-1)).toMatch(expected);
    }
    const { readAsked } = await world.add(contactKey, action, promptBack, escapeAnswer);
    expect(readAsked().at(-1)).toMatch(/How does HOST take its key\?/);
  });

  test("is not needed for an address without encryption, or with a password, which cannot be entered", async () => {
    await using world = await open();
    for (const address of ["http://auth.example/token", "auth.example", "https://user:pass@auth.example/token"])
      await expect(world.add("", address)).rejects.toThrow("cannot be entered: Enter an https URL");
  });
});

test("a key that is typed after Back from client credentials is used, not their secret", async () => {
  await using world = await open({}, ({ headers, path }) =>
    headers.authorization === `Bearer ${contactKey}` && path === "/api/v1/me"
      ? { body: { id: 7, login: "someone" } }
      : undefined,
  );
  const back = [promptBack, promptBack, promptBack, promptBack] as const;
  const { readProfile, unusedAnswers } = await world.add(
    ...["", world.server.tokenUrl, id, "wrong-one", ""],
    ...[...back, contactKey],
  );
  expect([readProfile()?.credential, unusedAnswers]).toEqual([undefined, []]);
});

describe("signing in", () => {
  async function signedOut(...answers: readonly ScriptedAnswer[]) {
    const world = await open();
    const window = await world.add("", world.server.tokenUrl, id, secret, "", ...answers);
    const [connection] = window.app.connections.all();
    if (!connection) throw new Error("There is no connection.");
    await window.app.connections.signOut(connection);
    const before = window.questions.length;
    await signIn(window.app, {});
    const asked = window.questions.slice(before).map((line) => world.hide(line).replace(connection.name, "NAME"));
    return { ...window, asked, world, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  }

  test("asks for the client secret", async () => {
    await using signed = await signedOut(secret, "");
    expect(signed.asked).toEqual([
      "Sign In to HOST: The client secret. It is kept in the editor's secret storage and sent to AUTH alone. [] (secret)",
      "Sign In to HOST: The scopes to request, with spaces between them; empty for those that AUTH chooses []",
    ]);
    expect(signed.app.connections.session().kind).toBe("connected");
  });

  test("with Escape leaves it signed out", async () => {
    await using signed = await signedOut(escapeAnswer);
    expect([signed.app.connections.session().kind, signed.user.secrets.values.size]).toEqual(["signedOut", 1]);
  });

  test("with Back at the first question takes a key instead", async () => {
    await using signed = await signedOut(promptBack, promptBack, promptBack, contactKey, escapeAnswer);
    expect(signed.asked[3]).toMatch(/^Sign In to HOST: API key for HOST/);
    expect(signed.asked[4]).toMatch(/How does HOST take its key\?/);
    const bearers = signed.world.service.requests.map(({ headers }) => headers.authorization);
    expect(bearers.at(-1)).toBe(`Bearer ${contactKey}`);
    expect(signed.world.server.requests.some(({ text }) => text.includes(contactKey))).toBe(false);
  });
});

import { expect, test } from "vitest";
import { startScriptedClient } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse } from "../../support/network/rawServer.ts";

test.each([401, 403])(
  "a rejected key is reported once by each kind of call, and a missing right is not (%i)",
  async (status) => {
    let count = 0;
    await using fixture = await startScriptedClient(
      (socket) => socket.write(formatHttpResponse(status, { title: "No" })),
      {
        onUnauthorized: () => {
          count += 1;
        },
      },
    );
    const { client } = fixture;
    const { signal } = new AbortController();
    const name = status === 401 ? "UnauthorizedError" : "ForbiddenError";
    const calls = [
      () => client.call("me.get", {}),
      () => client.fetchJson("me.get", {}),
      () => client.list("projects.list", {}).next(),
      () => client.events("dep_1", { signal }).next(),
    ];
    for (const [at, call] of calls.entries()) {
      await expect(call()).rejects.toMatchObject({ name });
      expect(count).toBe(status === 401 ? at + 1 : 0);
    }
    expect(await client.fetchResponse("me.get", {})).toMatchObject({ status });
    const reported = status === 401 ? calls.length + 1 : 0;
    expect(count).toBe(reported);
    // An operation without a scope is not called with the key.
    const input = { grant_type: "client_credentials", client_id: "key_1", client_secret: "wrong" } as const;
    await client.fetchResponse("runtime.oauthToken", input);
    await expect(client.call("runtime.oauthToken", input)).rejects.toMatchObject({ name });
    expect(count).toBe(reported);
  },
);

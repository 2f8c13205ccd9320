import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createProxy, type Passed } from "../../../src/service/deployments/proxy.ts";

test("a caller who is gone before the request is passed on is not waited for, and nothing is asked for them", async () => {
  let asked = 0;
  const upstream = await listening((_incoming, outgoing) => {
    asked += 1;
    outgoing.end();
  });
  const proxy = createProxy();
  const gate = { whole: false, admit: () => {}, see: () => {} };
  const arrived = Promise.withResolvers<void>();
  const passed = Promise.withResolvers<Passed>();
  const gateway = await listening((incoming, outgoing) => {
    outgoing.once("close", () =>
      proxy.pass({ incoming, outgoing, port: upstream, requestId: "r", gate }).then(passed.resolve, passed.reject),
    );
    arrived.resolve();
  });
  const caller = new AbortController();
  const call = fetch(`http://127.0.0.1:${gateway}/`, { method: "POST", body: "{}", signal: caller.signal });
  await arrived.promise;
  caller.abort();
  await expect(call).rejects.toThrow("aborted");
  expect(await passed.promise).toMatchObject({ status: null });
  expect(asked).toBe(0);
});

async function listening(listener: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

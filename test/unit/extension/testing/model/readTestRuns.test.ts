import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { isTestedContent } from "../../../../../src/extension/testing/model/readTestRuns.ts";
import { createListLogger } from "../../../../support/editor/commandFixture.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

test("whether content was tested is not taken for granted while the service is not reached, only where it has no test runs", async () => {
  const isTested = async (baseUrl: string) => {
    const api = createServiceClient({ baseUrl, key: async () => "key" });
    onTestFinished(() => api.close());
    return isTestedContent(createListLogger([]), api, { kind: "server", id: "srv_1" }, "digest");
  };
  const withoutRuns = await startHttpServer((_, response) => response.writeHead(404).end());
  expect(await isTested(withoutRuns)).toBe(true);
  const broken = await startHttpServer((request) => void request.socket.destroy());
  await expect(isTested(broken)).rejects.toThrow("Could not");
});

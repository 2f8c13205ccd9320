import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { readServerUrl } from "../../../../../src/extension/server/model/findLiveVersion.ts";

const read = (url: string | null) =>
  readServerUrl({ call: async () => ({ url }) } as unknown as ServiceClient, {
    ...{ id: "srv_1", name: "Pets", liveDeploymentId: "dep_1" },
  });

test.each([
  ["https://pets.example.com/mcp?v=1", "https://pets.example.com/mcp?v=1"],
  [`https://e.example/\${KEY}?k=\${env:KEY}&g=$KEY`, "https://e.example/%24%7BKEY%7D?k=%24%7Benv:KEY%7D&g=%24KEY"],
  ["file:///etc/passwd", undefined],
  ["javascript:alert(1)", undefined],
  ["no URL", undefined],
  [null, undefined],
])("the URL %s of a service is that of a web page without variables of the user", async (url, expected) => {
  expect(await read(url)).toBe(expected);
});

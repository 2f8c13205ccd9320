import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import type { EditorServices } from "../../../../../src/extension/base/editorServices.ts";
import { proposeServerName } from "../../../../../src/extension/server/commands/askNewServer.ts";

const propose = async (listing: Promise<unknown>) => {
  const warnings: string[] = [];
  const app = { log: { warning: (text: string) => void warnings.push(text) } } as unknown as EditorServices;
  const client = { call: () => listing } as unknown as ServiceClient;
  return [await proposeServerName(app, client, undefined, "Pets"), ...warnings];
};

test("a new server has the first name that no other has, and the wanted one where the others cannot be read", async () => {
  expect(await propose(Promise.resolve({ items: [{ name: "Pets" }, { name: "Pets (2)" }] }))).toEqual(["Pets (3)"]);
  expect(await propose(Promise.reject(new Error("The service is busy.")))).toEqual([
    "Pets",
    "A server may have the name Pets already: The service is busy.",
  ]);
});

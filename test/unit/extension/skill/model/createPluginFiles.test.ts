import { expect, test } from "vitest";
import { createPluginFiles } from "../../../../../src/extension/skill/model/createPluginFiles.ts";

test("servers whose names differ only in signs keep an entry each", () => {
  const servers = [
    { id: "s1", name: "Pets API", url: "https://one.example/mcp" },
    { id: "s2", name: "pets-api", url: "https://two.example/mcp" },
  ];
  const files = createPluginFiles({ name: "Shop", description: "", skills: [], servers });
  const entries = files.find(({ path }) => path === ".mcp.json")?.bytes ?? Buffer.alloc(0);
  expect(JSON.parse(Buffer.from(entries).toString())).toEqual({
    mcpServers: {
      "pets-api": { type: "http", url: "https://one.example/mcp" },
      "pets-api-2": { type: "http", url: "https://two.example/mcp" },
    },
  });
});

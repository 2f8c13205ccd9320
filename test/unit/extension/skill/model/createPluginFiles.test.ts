import { expect, test } from "vitest";
import {
  createPluginFiles,
  mayNameInPlugin,
  toPluginName,
} from "../../../../../src/extension/skill/model/createPluginFiles.ts";

const content = {
  name: "Shop",
  description: "",
  skills: [],
  servers: [
    { id: "s1", name: "Pets API", url: "https://one.example/mcp" },
    { id: "s2", name: "pets-api", url: "https://two.example/mcp" },
  ],
};
const read = (withOlderForm: boolean) =>
  Object.fromEntries(
    createPluginFiles({ ...content, withOlderForm }).map(({ path, bytes }) => {
      return [path, JSON.parse(Buffer.from(bytes).toString())];
    }),
  );

test("a plugin has its manifest and its servers at the root, and servers whose names differ only in signs keep an entry each", () => {
  expect(read(false)).toEqual({
    "plugin.json": {
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      name: "shop",
      description: "Skills and servers of Shop",
    },
    "mcp.json": {
      $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
      mcpServers: {
        "pets-api": { type: "streamable-http", url: "https://one.example/mcp" },
        "pets-api-2": { type: "streamable-http", url: "https://two.example/mcp" },
      },
    },
  });
});

test("the older form stands beside it where it is asked for", () => {
  const { ".claude-plugin/plugin.json": manifest, ".mcp.json": servers, ...others } = read(true);
  expect(manifest).toEqual({ name: "shop", description: "Skills and servers of Shop" });
  expect(servers.mcpServers["pets-api"]).toEqual({ type: "http", url: "https://one.example/mcp" });
  expect(others).toEqual(read(false));
});

test.each([
  ["Grüße -- & Co.", "gru-e-co"],
  ["...", "plugin"],
  ["日本", "plugin"],
  [`${"a".repeat(63)} b`, "a".repeat(63)],
])("the name %s becomes %s", (name, expected) => expect(toPluginName(name)).toBe(expected));

test("a server without TLS is named only on the same machine", () => {
  const urls = ["https://a.example/mcp", "http://127.0.0.1:1/mcp", "http://[::1]/mcp", "http://a.example/mcp"];
  expect(urls.filter((url) => mayNameInPlugin({ url }))).toEqual(urls.slice(0, 3));
});

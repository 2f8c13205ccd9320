import { expect, test } from "vitest";
import { findPluginFiles, readPluginParts } from "../../../../../../src/extension/skill/model/source/pluginParts.ts";

const read = (files: Readonly<Record<string, unknown>>) =>
  readPluginParts(
    Object.entries(files).map(([path, value]) => ({
      path,
      bytes: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
    })),
  );
const url = "https://mcp.example.com/mcp";
const file = (server: object) => ({ mcpServers: { one: server } });

test.each([
  ["of the agreed format", "plugin.json", "mcp.json", { type: "streamable-http", url }, { type: "http", url }],
  ["of the older format", "p/.claude-plugin/plugin.json", "p/.mcp.json", { type: "http", url }, { type: "http", url }],
  ["with headers", "plugin.json", "mcp.json", { url, headers: { A: "b" } }, { url, headers: { A: "b" }, type: "http" }],
  [
    "that is a program",
    "plugin.json",
    "mcp.json",
    { command: "npx", args: ["x"] },
    { command: "npx", args: ["x"], type: "stdio" },
  ],
  ["by another scheme", "plugin.json", "mcp.json", { url: "ftp://a.example" }, undefined],
  ["of a folder without a manifest", "x/plugin.json", "mcp.json", { url }, undefined],
  ["that is nothing", "plugin.json", "mcp.json", { type: "http" }, undefined],
])("a server %s", (_, manifest, path, server, entry) => {
  expect(read({ [manifest]: {}, [path]: file(server) }).servers.map((one) => one.entry)).toEqual(entry ? [entry] : []);
});

test("a program of the plugin's files has a problem, another one has none", () => {
  const problems = [`\${PLUGIN_ROOT}/run.js`, "./run.js", "../run.js", "server-everything"].map(
    (name) => read({ "plugin.json": {}, "mcp.json": file({ command: "node", args: [name] }) }).servers[0]?.problem,
  );
  expect(problems.map((problem) => problem !== undefined)).toEqual([true, true, true, false]);
});

const git = (repository: string, ref?: string, folder?: string) => ({ kind: "git", url: repository, ref, folder });

test.each([
  ["a repository of GitHub", { source: "github", repo: "a/b", ref: "v1" }, git("https://github.com/a/b.git", "v1")],
  [
    "a folder of a repository",
    { source: "git-subdir", url: "https://github.com/a/b", path: "./x" },
    git("https://github.com/a/b.git", undefined, "x"),
  ],
  [
    "a repository by its address",
    { source: "url", url: "https://git.example/a.git" },
    git("https://git.example/a.git"),
  ],
  ["a package", { source: "npm", package: "x" }, undefined],
  ["a folder above the repository", { source: "github", repo: "a/b", path: "../x" }, undefined],
])("a listed plugin in %s", (_, source, expected) => {
  const plugins = [{ name: "p", source }, { name: "here", source: "./here" }, { source }, "p"];
  const found = read({ ".agents/plugins/marketplace.json": { plugins } }).plugins;
  expect(found).toEqual([{ name: "p", description: "", source: expected }]);
});

test("lists of one source name a plugin once, and a broken list none", () => {
  const list = { plugins: [{ name: "p", description: "P.", source: { source: "github", repo: "a/b" } }] };
  const files = {
    "marketplace.json": list,
    ".claude-plugin/marketplace.json": list,
    ".github/plugin/marketplace.json": "{",
  };
  expect(read(files).plugins).toHaveLength(1);
});

test("of a source only these files are read", () => {
  const paths = ["plugin.json", "a/.mcp.json", "a/mcp.json", "marketplace.json", "myplugin.json", "mcp.json/x", "a.md"];
  expect(findPluginFiles(paths)).toEqual(paths.slice(0, 4));
});

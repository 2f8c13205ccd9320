import { describe, expect, test } from "vitest";
import { createExportFiles } from "../../../src/export/createExportFiles.ts";
import type { ExportedServer } from "../../../src/export/exportedServer.ts";
import { requireFiles } from "../../support/servers/requireFiles.ts";
import { stdioManifest } from "../../support/servers/stdioServer.ts";

const file = (path: string, content = "") => ({ path, bytes: Buffer.from(content) });
const files = [file("server.mjs"), file("server.json", JSON.stringify(stdioManifest))];
const server: ExportedServer = {
  ...{ name: "Weather API", slug: "weather", version: "1.2.0+build.7", entry: "server.mjs", files },
  ...{ variables: [], allowedHosts: [], accounts: [], limits: {} },
};

function exportFolder(more: Partial<ExportedServer> = {}): Record<string, string> {
  const exported = requireFiles(createExportFiles({ ...server, ...more }, "folder"));
  return Object.fromEntries(exported.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]));
}

describe("a server on standard input and output", () => {
  const readClient = (readme = "") => JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? "").servers.weather;

  test("is started by its client, and listens nowhere", () => {
    const exported = exportFolder();
    const readme = exported["README.md"] ?? "";
    expect(readClient(readme)).toEqual({
      type: "stdio",
      command: "node",
      args: ["--env-file=/path/to/this/folder/.env", "/path/to/this/folder/server.mjs"],
    });
    expect(readme).toContain("then let your MCP client start it.");
    const program = "node --env-file=/path/to/this/folder/.env /path/to/this/folder/server.mjs";
    expect(readme).toContain(`claude mcp add --transport stdio weather -- ${program}\n`);
    expect(readme).not.toMatch(/HOST|login|node --env-file=\.env/);
    expect(exported[".env.example"]).not.toMatch(/HOST|PORT/);
  });

  test("is started as a container if it is no program of Node", () => {
    const built = [file("Dockerfile", "FROM python"), ...files.slice(1)];
    const readme = exportFolder({ entry: "Dockerfile", files: built })["README.md"] ?? "";
    const command = ["run", "--rm", "--interactive", "--env-file=/path/to/this/folder/.env", "weather:1.2.0_build.7"];
    expect(readClient(readme)).toMatchObject({ command: "docker", args: command });
    expect(readme).toContain("docker build --tag weather:1.2.0_build.7 .");
    expect(readme).not.toContain("--publish");
  });

  test.each(["compose", "kubernetes"] as const)("has no port for %s", (format) => {
    expect(createExportFiles(server, format)).toBe("noPort");
  });
});

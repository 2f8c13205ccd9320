import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createOpenapiDocument } from "../../src/service/openapi/openapiDocument.ts";
import { longTest } from "../support/longTest.ts";
import { runConformance } from "../support/servers/conformance.ts";
import { connectMcpClient } from "../support/servers/mcpClient.ts";
import { startServedService } from "../support/service/servedService.ts";
import { createSkillText } from "../support/skills/skillText.ts";
import { builtRuntime } from "../support/testBuild.ts";

const served = await startServedService();

afterAll(() => served.close());

test("a server that is generated from the service's own document lists the service's projects through MCP", async () => {
  const source = {
    kind: "openapi",
    document: JSON.stringify(createOpenapiDocument()),
    baseUrl: served.service.url,
  } as const;
  const deployed = await served.deploy("Fairlead itself", source, ({ variables = [] }) =>
    Object.fromEntries(
      variables.flatMap(({ name = "", secret, hosts }) =>
        secret ? [[name, served.service.firstKey ?? ""]] : hosts ? [[name, hosts.join(" ")]] : [],
      ),
    ),
  );
  for (const era of ["2025-11-25", "2026-07-28"] as const) {
    const mcp = await connectMcpClient(deployed.url, era, { ...deployed.headers });
    const { tools } = await mcp.listTools();
    const tool = tools.find(({ name }) => /projects.?list/i.test(name));
    const result = await mcp.callTool({ name: tool?.name ?? "", arguments: {} });
    await mcp.close();
    expect(result.isError).toBeFalsy();
    expect(JSON.stringify(result.content)).toContain(served.project.id);
  }
});

longTest(
  "the official conformance suite's applicable scenarios pass against a deployed server through the gateway",
  async () => {
    const server = join(import.meta.dirname, "../fixtures/conformanceServer.mjs");
    const files = [await builtRuntime(), server].map((file) => ({
      path: file === server ? "server.mjs" : basename(file),
      encoding: "utf8" as const,
      content: readFileSync(file, "utf8"),
    }));
    const skill = { path: "skills/greet/SKILL.md", encoding: "utf8" as const, content: createSkillText("greet") };
    const source = { kind: "files" as const, files: [...files, skill], entry: "server.mjs" };
    const deployed = await served.deploy("Conformance", source);
    const { passed, failed } = await runConformance(deployed.url, deployed.headers);
    expect(failed).toEqual([]);
    expect(passed).toHaveLength(24);
  },
);

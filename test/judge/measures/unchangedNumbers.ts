import fc from "fast-check";
import { readExactJson } from "../../../src/text/number/readExactJson.ts";
import { jsonText } from "../../support/documents/jsonText.ts";
import { callToolText } from "../../support/servers/callToolText.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../support/servers/definedServer.ts";
import { startUpstream } from "../../support/servers/upstream.ts";
import type { Measure } from "../figure.ts";

const seed = 20_260_601;
const documents = { short: 300, full: 100_000 } as const;
const concurrency = 8;
const mostFindings = 20;

/** Sends each document through a generated server to an API that answers with what it gets. */
export const unchangedNumbers: Measure = {
  id: "S12",
  goal: "JSON documents with any numbers pass a generated server in both directions byte for byte",
  needs: "node",
  measure: async (size) => {
    const upstream = await startUpstream(({ body }, response) => {
      response.writeHead(200, { "Content-Type": "application/json" }).end(body);
    });
    const server = await startDefinedServer(createServerDefinition(upstream.origin, [echoTool]));
    const findings: string[] = [];
    const texts = fc.sample(jsonText, { numRuns: documents[size], seed });
    const remaining = texts.values();
    let unchanged = 0;
    const checkRemaining = async () => {
      for (const text of remaining) {
        const changed = findChange(text, await callToolText(server.url, "echo", `{"body":${text}}`));
        if (changed === undefined) unchanged += 1;
        else if (findings.length < mostFindings) findings.push(changed);
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, checkRemaining));
    } finally {
      await server.close();
      await upstream.close();
    }
    const figure = `${unchanged} of ${texts.length} documents unchanged, seed ${seed}`;
    return { figure, met: unchanged === texts.length, findings };
  },
};

const echoTool = createTestToolDefinition("echo", {
  inputSchema: { type: "object", properties: { body: {} } },
  outputSchema: { type: "object", properties: { status: { type: "integer" }, body: {} } },
  request: { method: "POST", body: { property: "body", required: true, contentTypes: ["application/json"] } },
});

/** Checks the structured content as it was sent, and the text, which is indented. */
function findChange(text: string, response: string): string | undefined {
  if (!response.includes(`"structuredContent":{"status":200,"body":${text}}`))
    return `structured content: ${text} became ${response}`;
  const shown: string = JSON.parse(response).result.content[0].text;
  return JSON.stringify(readExactJson(shown)) === text ? undefined : `text: ${text} became ${shown}`;
}

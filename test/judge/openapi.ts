import { existsSync } from "node:fs";
import { createSampleInput } from "../support/documents/sampleInput.ts";
import { hostedDocuments, type JudgedDocument, judgedDocuments, readDocumentsOf } from "./documents.ts";
import { type JudgedServer, startJudgedService } from "./judgedService.ts";
import { listLostInputs } from "./lostInputs.ts";
import { startPeer } from "./peer.ts";
import { straightSender } from "./straightRequest.ts";
import { addToTally, emptyTally, printTally, type Side } from "./tally.ts";
import { startValidatingMock, type ValidatingMock } from "./validatingMock.ts";

/**
 * `npm run judge:openapi [-- name]`, or `-- folder` for the documents of a folder: deploys a server for each document on the real service, and calls every tool twice (required
 * properties only, then all) through the official MCP client against a mock that validates each request. Compares this with
 * the same requests created directly from the document (the upper bound) and with openapi-mcp-generator's server, and lists the
 * parameters and properties that a tool's input lacks. Fails if a generated server does not start, or if anything is lost.
 */
const only = process.argv[2];
// The mock's validator warns about each unknown format, thousands of times.
globalThis.console.warn = () => {};
const isFolder = only !== undefined && existsSync(only);
const report = (message: string) => process.stderr.write(`${message}\n`);
const documents = isFolder
  ? readDocumentsOf(only)
  : [...judgedDocuments(), ...hostedDocuments(report)].filter(
      (document) => only === undefined || document.name.includes(only),
    );
const service = await startJudgedService();
const tally = emptyTally();
try {
  for (const document of documents) {
    process.stderr.write(`judging ${document.name}\n`);
    await judgeDocument(document);
  }
} finally {
  await service.close();
}
printTally(tally, documents.length);
const isAccepted = tally.accepted >= 0.99 * tally.ceiling && tally.healthy === tally.generated;
process.exit(isAccepted && tally.lost.length === 0 ? 0 : 1);

async function judgeDocument(document: JudgedDocument): Promise<void> {
  const mock = await startValidatingMock(structuredClone(document.parsed)).catch((error: unknown) => String(error));
  const mockUrl = typeof mock === "string" ? "http://127.0.0.1:9" : mock.url;
  const server = await service.serve(document, mockUrl);
  if ("refused" in server) {
    tally.generated += server.generated ? 1 : 0;
    tally.refused.push({ document: document.name, reason: server.refused });
  } else {
    tally.generated += 1;
    tally.healthy += server.listed ? 1 : 0;
    for (const lost of listLostInputs(document.parsed, server))
      tally.lost.push({ document: document.name, reason: lost });
    if (typeof mock === "string") tally.unmocked.push({ document: document.name, reason: mock });
    else await judgeCalls(document, server, mock);
    await server.stop();
  }
  if (typeof mock !== "string") await mock.close();
}

async function judgeCalls(document: JudgedDocument, server: JudgedServer, mock: ValidatingMock): Promise<void> {
  const straight = await straightSender(document.parsed).catch(() => undefined);
  const peer = await startPeer(document, mock.url);
  const judged = async (side: Side, tool: string, optional: boolean, send: () => Promise<unknown>) => {
    mock.expect();
    const failure = await send().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    addToTally(tally, { side, document: document.name, tool, optional, verdict: mock.verdict(), failure });
  };
  for (const tool of server.tools) {
    for (const optional of [false, true]) {
      const input = createSampleInput(tool.inputSchema, { optional });
      await judged("ours", tool.name, optional, () => server.call(tool.name, input));
      await judged("straight", tool.name, optional, async () => straight?.send(tool.request, input, mock.url));
    }
  }
  if (!peer) return;
  const { tools } = await peer.client.listTools().catch(() => ({ tools: [] }));
  for (const tool of tools) {
    for (const optional of [false, true]) {
      const input = createSampleInput(tool.inputSchema, { optional });
      await judged("peer", tool.name, optional, () => peer.client.callTool({ name: tool.name, arguments: input }));
    }
  }
  await peer.close();
}

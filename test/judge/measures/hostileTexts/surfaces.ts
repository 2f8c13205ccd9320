import { openOauthConnection } from "../../../../src/extension/account/commands/oauthConnections.ts";
import type { CommandHandler } from "../../../../src/extension/base/editorServices.ts";
import { formatEventLines } from "../../../../src/extension/deployment/model/eventLines.ts";
import { openArtifact } from "../../../../src/extension/registry/commands/openArtifact.ts";
import { openTestRun } from "../../../../src/extension/testing/commands/openTestRun.ts";
import { formatCaseOutput } from "../../../../src/extension/testing/model/caseOutput.ts";
import type { App } from "../../../../src/extension/workbench/app.ts";
import { rowOf, type TreeNode } from "../../../../src/extension/workbench/nodes.ts";
import { runCommand } from "../../../../src/extension/workbench/runCommand.ts";
import { formatFactName } from "../../../../src/text/markdown/escapeMarkdown.ts";
import { formatLabelText, formatMessageText } from "../../../../src/text/plainMessage.ts";
import { createDisconnectedFixture } from "../../../support/editor/disconnectedFixture.ts";
import { formatHttpResponse, startRawServer } from "../../../support/network/rawServer.ts";
import type { startServedService } from "../../../support/service/servedService.ts";
import { fineAnswer } from "../canaries/echoService.ts";
import { readAllRows } from "../canaries/readAllRows.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;

/** Renders a text that a service returns in every field: rows, Markdown, channels, terminals, messages, labels. */
export async function hostileSurfaces(
  served: Served,
  text: string,
): Promise<{ readonly shown: number; readonly wrong: readonly string[] }> {
  const service = await startRawServer((socket, request) => socket.end(fineAnswer(request, text)));
  const fixture = await createDisconnectedFixture(served, {});
  const { app } = fixture;
  const wrong: string[] = [];
  let shown = 0;
  const must = (surface: string, output: string, form: RegExp) => {
    shown += 1;
    const [found] = output.match(form) ?? [];
    if (found !== undefined)
      wrong.push(
        `${surface}: ${JSON.stringify(text)}: ${JSON.stringify(output.slice(Math.max(0, output.indexOf(found) - 60), output.indexOf(found) + 60))}`,
      );
  };
  const session = await app.connections.add({ baseUrl: service.url, key: "flk_of_a_hostile_service" }, "Hostile");
  if (session.kind !== "connected") throw new Error(`The hostile service is ${session.kind}.`);
  const nodes = await readAllRows(app);
  const read: string[] = [];
  const showMarkdown: typeof app.documents.showMarkdown = (markdown, name) => {
    read.push(markdown);
    return app.documents.showMarkdown(markdown, name);
  };
  const reader = { ...app, documents: { ...app.documents, showMarkdown } };
  for (const node of nodes) {
    const { label, description, context, facts } = rowOf(node).describe(node, 0);
    must("a menu's context", context, /[^\w.\- ]/);
    must("a label", formatLabelText(`${label} ${description}`), icon);
    for (const [name] of facts()) must("a tooltip's name", formatFactName(name).slice(2, -4), /[<[\]`*]/);
    const command = documents[node.kind];
    if (command) await runCommand(reader, "open", command, { node });
  }
  for (const document of read) must("a Markdown document", withoutCode(document), markup);
  const event = {
    deploymentId: "d",
    sequence: 1,
    at: "2026-01-01T00:00:00Z",
    level: "info",
    kind: "log",
    data: null,
  } as const;
  const lines = formatEventLines("server", {
    ...event,
    message: `${text}\n2026-01-01T00:00:01Z [error] other: ${text}`,
  });
  must("a channel", lines.join(""), control);
  must("a channel's lines", lines.slice(1).join("\n"), /^(?! {4})/m);
  const test = {
    id: "x",
    name: text,
    kind: "smoke",
    status: "failed",
    durationMs: 1,
    message: text,
    output: text,
  } as const;
  must(
    "a terminal",
    formatCaseOutput({ ...test, expected: null, actual: null, line: null, path: null } as never).replaceAll("\r\n", ""),
    control,
  );
  const refused = await startRawServer((socket) => socket.end(formatHttpResponse(409, { detail: text, title: text })));
  const again = await app.connections
    .add({ baseUrl: refused.url, key: "flk_of_a_hostile_service" }, text)
    .catch((error: Error) => error);
  must(
    "a failure's message",
    formatMessageText(String(again instanceof Error ? again.message : JSON.stringify(again))),
    link,
  );
  for (const message of fixture.shown) must("a message", formatMessageText(message), link);
  await fixture[Symbol.asyncDispose]();
  await service.close();
  await refused.close();
  return { shown, wrong };
}

/** The patterns by which VS Code finds icons and links. */
const icon = /\$\([\w~-]+\)/;
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them.
const control = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/;
/** Tags, links, images and URLs that run code. */
const markup = /<[a-z/!?]|\]\(|!\[|\]:|(?:javascript|command|data|vscode):/i;
const withoutCode = (text: string) =>
  text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "").replaceAll(/`[^`\n]*`/g, "");

const documents: Partial<Record<TreeNode["kind"], CommandHandler<App>>> = {
  artifact: openArtifact,
  testRun: openTestRun,
  oauthConnection: openOauthConnection,
};

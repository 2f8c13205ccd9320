import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import type { WorkbenchServices } from "../app.ts";
import type { FoundNode } from "../tree/nodeSearch.ts";
import { describeVisibleNode } from "../tree/visibleNode.ts";
import { type ShowNodeContext, showNode } from "./showNode.ts";

const title = l10n.t("Go to Anything");

/** One list over everything that the service holds: shows what is chosen, or runs one of its commands. */
export const goTo: CommandHandler<
  ShowNodeContext & Pick<WorkbenchServices, "chooseNode" | "commandsOf" | "search">
> = async (app) => {
  const client = await app.client();
  if (!client) return;
  const placeholder = l10n.t("Type the name of a server, tool, skill, version, deployment or project");
  const found = await app.chooseNode({ title, placeholder, search: app.search });
  if (found) await act(app, found);
};

const showing: unique symbol = Symbol("showing");

async function act(
  app: ShowNodeContext & Pick<WorkbenchServices, "commandsOf">,
  { node, tool }: FoundNode,
): Promise<void> {
  if (tool && node.kind === "file") {
    const { artifact, version, path } = node;
    const uri = versionFileUri({ name: artifact.name, artifactId: artifact.id, version, path });
    return app.documents.show(uri, { line: tool.line });
  }
  if (node.kind === "tool" || node.kind === "versionTool") return app.run("fairlead.tool.open", { node });
  const commands = app.commandsOf(node);
  const { label: name } = describeVisibleNode(node, Date.now());
  const chosen = await app.prompts.pick<string | typeof showing>({
    title: name,
    placeholder: l10n.t("Show it, or choose a command"),
    choices: [
      { label: l10n.t("Show in Its View"), icon: "go-to-file", value: showing },
      ...commands.map(({ id, title: label }) => ({ label, value: id })),
    ],
  });
  if (chosen === undefined || chosen === promptBack) return;
  if (chosen === showing) await showNode(app, node);
  else await app.run(chosen, { node });
}

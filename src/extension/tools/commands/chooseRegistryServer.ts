import * as l10n from "@vscode/l10n";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptChoice, type Prompts, promptBack } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import { type ListedMcpServer, readMcpRegistry } from "../model/readMcpRegistry.ts";

const title = l10n.t("MCP Registry");

export type ChooseRegistryServerContext = EditorServices & Pick<SkillServices, "fetchSourceBytes">;

/** Lists the servers of any MCP registry; returns the URL of the chosen one. undefined: cancelled, or there is none. */
export async function chooseRegistryServer(app: ChooseRegistryServerContext): Promise<string | undefined> {
  const answers = await askInSequence({ url: "", search: "" }, createQuestions(app));
  if (!answers) return undefined;
  const { host } = new URL(answers.url);
  const task = { title: l10n.t`Reading ${host}`, in: "notification" } as const;
  const read = await runCancellable(app.progress, task, (_, signal) =>
    readMcpRegistry(app.fetchSourceBytes, answers.url, answers.search, signal),
  );
  if (read.kind === "cancelled") return undefined;
  const { servers, hasMore } = read.value;
  if (servers.length === 0) return showMessage(app, "info", l10n.t`${host} lists no such server.`);
  const url = await app.prompts.pick({
    title,
    placeholder: hasMore
      ? l10n.t`The first ${servers.length} servers. For others, start again with a part of the name.`
      : l10n.t("Connect to which server?"),
    choices: servers.flatMap(listChoices),
  });
  return url === promptBack ? undefined : url;
}

function listChoices(server: ListedMcpServer): readonly PromptChoice<string>[] {
  const { name, title: label, description, version, urls } = server;
  const shown = { label, description: `${name} ${version}`, detail: description };
  if (urls.length > 0) return urls.map((url) => ({ ...shown, detail: joinTextParts(url, description), value: url }));
  const note = l10n.t("It has no address: it runs as a package only.");
  return [{ ...shown, note, isUnavailable: true, value: "" }];
}

interface RegistryAnswers {
  readonly url: string;
  readonly search: string;
}

function createQuestions({ prompts }: EditorServices): readonly SequenceQuestion<RegistryAnswers>[] {
  return [
    createUrlQuestion(prompts, {
      title,
      prompt: l10n.t("The address of an MCP registry (API v0.1), without /v0.1/servers."),
      placeholder: "https://registry.modelcontextprotocol.io",
    }),
    async (answers, step) => {
      const prompt = l10n.t("A part of the server's name, or nothing for all servers.");
      const search = await prompts.input({ title, step, prompt, value: answers.search });
      return typeof search === "string" ? { ...answers, search: search.trim() } : search;
    },
  ];
}

/** Asks for an http or https URL. */
export function createUrlQuestion<Answers extends { readonly url: string }>(
  prompts: Prompts,
  texts: { readonly title: string; readonly prompt: string; readonly placeholder: string },
): SequenceQuestion<Answers> {
  return async (answers, step) => {
    const url = await prompts.input({ ...texts, step, value: answers.url, validate: findUrlProblem });
    return typeof url === "string" ? { ...answers, url: url.trim() } : url;
  };
}

function findUrlProblem(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return undefined;
  return l10n.t("Enter a URL that starts with http:// or https:// and holds no user name or password.");
}

import * as l10n from "@vscode/l10n";
import { evalAgents } from "../../../testcases/evalAgents.ts";
import { isLoopbackHostname } from "../../../text/hosts/isLoopbackHostname.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import { askInSequence, createTextQuestion } from "../../base/prompts/askInSequence.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readUrlHost, readUrlOrigin } from "../../connection/model/connection.ts";
import { type EndpointRunner, type EvalRunner, formatEvalRunner } from "../model/model/evalRunner.ts";
import type { TestingServices } from "../testingServices.ts";
import { findOfferedAgents } from "./confirmAgentUse.ts";

const title = l10n.t("Configure Model");

type ConfigureModelContext = ConnectedServices & Pick<TestingServices, "model">;

/** What follows a choice. */
type Step = () => Promise<void>;

/** Configures what does the evals and triggers of skills: the editor's models by one pick, agents and others by endpoint, name and key. */
export const configureModel: CommandHandler<ConfigureModelContext> = async (app) => {
  const picked = await app.prompts.pick({
    title,
    placeholder: l10n.t("Which model does the tasks of evals and answers triggers?"),
    choices: listChoices(app),
  });
  if (picked !== undefined) await picked();
};

async function listChoices(app: ConfigureModelContext): Promise<PromptChoice<Step>[]> {
  const { model } = app;
  const configured = model.settings.list();
  const known = new Set(configured.map(formatEvalRunner));
  const ofEditor = (await model.editorModels.list()).map((one): EvalRunner => ({ kind: "editor", ...one }));
  const offered = ofEditor.filter((runner) => !known.has(formatEvalRunner(runner)));
  const withHeading = (choices: readonly PromptChoice<Step>[], heading: string) =>
    choices.map((choice, index) => (index === 0 ? { ...choice, heading } : choice));
  return [
    ...withHeading(
      configured.map((runner, index) => ({
        label: formatEvalRunner(runner),
        description: index === 0 ? l10n.t("used") : undefined,
        icon: index === 0 ? "check" : "sparkle",
        value: () => changeRunner(app, runner),
      })),
      l10n.t("Configured"),
    ),
    ...withHeading(
      offered.map((runner) => ({
        label: formatEvalRunner(runner),
        icon: "add",
        value: () => saveRunner(app, runner, undefined),
      })),
      l10n.t("Models of the editor"),
    ),
    ...withHeading(
      findOfferedAgents(app).map(({ agent, sandbox }) => ({
        label: `${evalAgents[agent].title}...`,
        detail:
          sandbox === "none"
            ? l10n.t("Its program does the tasks of evals on this machine, not confined")
            : l10n.t`Its program does the tasks of evals on this machine, confined by ${sandbox}`,
        icon: "terminal",
        value: () => askAndSave(app, { kind: "agent", agent, baseUrl: evalAgents[agent].endpoint.baseUrl, name: "" }),
      })),
      l10n.t("Agents on this machine"),
    ),
    ...withHeading(
      [
        {
          label: l10n.t("OpenAI-Compatible Endpoint..."),
          detail: "/chat/completions",
          icon: "globe",
          value: () => askAndSave(app, { kind: "openai", baseUrl: "", name: "" }),
        },
        {
          label: l10n.t("Anthropic Endpoint..."),
          detail: "/messages",
          icon: "globe",
          value: () => askAndSave(app, { kind: "anthropic", baseUrl: "", name: "" }),
        },
      ],
      l10n.t("Endpoints"),
    ),
  ];
}

async function changeRunner(app: ConfigureModelContext, runner: EvalRunner): Promise<void> {
  const { settings } = app.model;
  const picked = await app.prompts.pick<"use" | "change" | "remove">({
    title,
    placeholder: formatEvalRunner(runner),
    choices: [
      { label: l10n.t("Use"), detail: l10n.t("Test runs use this one"), icon: "check", value: "use" },
      ...("baseUrl" in runner
        ? [
            {
              label: l10n.t("Change"),
              detail: l10n.t("Another endpoint, model or key"),
              icon: "edit",
              value: "change" as const,
            },
          ]
        : []),
      { label: l10n.t("Remove"), detail: l10n.t("With its key"), icon: "trash", value: "remove" },
    ],
  });
  if (picked === "use") await saveRunner(app, runner, undefined);
  if (picked === "change" && "baseUrl" in runner) await askAndSave(app, runner, runner);
  if (picked !== "remove") return;
  await settings.remove(runner);
  const rest = settings.read();
  const next = rest ? l10n.t`${formatEvalRunner(rest)} is used.` : l10n.t("Cases that need a model are skipped.");
  app.messages.status(l10n.t`${formatEvalRunner(runner)} and its key were removed. ${next}`);
}

async function saveRunner(app: ConfigureModelContext, runner: EvalRunner, key: string | undefined): Promise<void> {
  await app.model.settings.write(runner, key);
  const words =
    runner.kind === "agent"
      ? l10n.t`Evals are run with ${formatEvalRunner(runner)}; triggers need a model.`
      : l10n.t`Evals and triggers are run with ${formatEvalRunner(runner)}.`;
  app.messages.status(l10n.t`${words} Each run first shows the number of its calls.`);
}

type Answers = Readonly<Record<"baseUrl" | "name" | "key", string>>;

async function askAndSave(app: ConfigureModelContext, first: EndpointRunner, changed?: EndpointRunner): Promise<void> {
  const { prompts, model } = app;
  const { example, prompt } = readEndpointTexts(first);
  const toRunner = ({ baseUrl, name }: Answers): EndpointRunner => {
    const url = readModelUrl(baseUrl);
    return { ...first, name, baseUrl: "baseUrl" in url ? url.baseUrl : baseUrl };
  };
  const answers = await askInSequence<Answers>({ baseUrl: first.baseUrl, name: first.name, key: "" }, [
    createTextQuestion(prompts, "baseUrl", () => ({
      title,
      placeholder: example,
      prompt,
      validate: (typed) => {
        const url = readModelUrl(typed);
        return "problem" in url ? url.problem : undefined;
      },
    })),
    createTextQuestion(prompts, "name", () => ({
      title,
      prompt: l10n.t("The model's name, as the endpoint knows it"),
      validate: (typed) => (/^.{1,200}$/.test(typed.trim()) ? undefined : l10n.t("Enter the model's name.")),
    })),
    createTextQuestion(prompts, "key", async (given) => ({
      title,
      secret: true,
      prompt: await formatKeyPrompt(app, toRunner(given), changed),
      validate: (typed) =>
        /[^\x21-\x7e]/.test(typed.trim()) ? l10n.t("A key has no spaces or special characters.") : undefined,
    })),
  ]);
  if (!answers) return;
  const runner = toRunner(answers);
  await saveRunner(app, runner, answers.key === "" ? undefined : answers.key);
  if (changed && formatEvalRunner(changed) !== formatEvalRunner(runner)) await model.settings.remove(changed);
}

const endpointTexts = {
  openai: {
    example: "https://api.openai.com/v1",
    prompt: l10n.t("The endpoint's URL, OpenAI-compatible: what comes before /chat/completions"),
  },
  anthropic: {
    example: "https://api.anthropic.com/v1",
    prompt: l10n.t("The endpoint's URL, in Anthropic's protocol: what comes before /messages"),
  },
} as const;

function readEndpointTexts(runner: EndpointRunner): { readonly example: string; readonly prompt: string } {
  if (runner.kind !== "agent") return endpointTexts[runner.kind];
  const { title, endpoint } = evalAgents[runner.agent];
  return { example: endpoint.baseUrl, prompt: l10n.t`The URL of the model's endpoint, in the protocol of ${title}` };
}

async function formatKeyPrompt(
  app: Pick<TestingServices, "model">,
  runner: EndpointRunner,
  changed: EndpointRunner | undefined,
): Promise<string> {
  const { baseUrl } = runner;
  const isSame = changed !== undefined && readUrlOrigin(changed.baseUrl) === readUrlOrigin(baseUrl);
  const hasKey = (isSame || !changed) && (await app.model.settings.keyFor(runner)) !== undefined;
  const empty = hasKey ? l10n.t("Leave it empty to keep the current key.") : l10n.t("Leave it empty if there is none.");
  return l10n.t`API key for ${readUrlHost(baseUrl)}. It is kept in the editor's secret storage and sent nowhere else. ${empty}`;
}

/** Accepts a base URL, also with the path of an operation at its end. */
export function readModelUrl(text: string): { readonly baseUrl: string } | { readonly problem: string } {
  const url = URL.parse(text.trim());
  if (!url) return { problem: l10n.t("This is not a URL. Enter one like https://api.openai.com/v1.") };
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { problem: l10n.t("The URL must start with https:// or http://.") };
  if (url.protocol === "http:" && !isLoopbackHostname(url.hostname))
    return { problem: l10n.t("Without https:// others on the network could read the key and the requests.") };
  if (url.username || url.password)
    return { problem: l10n.t("Leave user name and password out of the URL: the key is asked next.") };
  if (url.search || url.hash) return { problem: l10n.t("Leave out what follows ? or #.") };
  const path = url.pathname.replace(/\/+$/, "").replace(/\/(?:chat\/completions|messages|responses)$/, "");
  return { baseUrl: `${url.origin}${path}` };
}

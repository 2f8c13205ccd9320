import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import { readHeaderTargets } from "../../../../contract/registry.ts";
import type { Server } from "../../../../contract/servers.ts";
import { createAddedHeader, formatHeaderName } from "../../../../text/variables/addedHeader.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { CommandError } from "../../../base/failure.ts";
import { askInSequence, createQuestion, createTextQuestion } from "../../../base/prompts/askInSequence.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { findHeaderProblem, listApiHosts, readHeaderHosts } from "../../model/addedHeaders.ts";
import { readManifest } from "../../model/readManifest.ts";
import { announceVariable, saveVariables } from "./saveVariables.ts";

/** Adds a header to every request that a generated server sends to certain hosts; returns the server with it. undefined: cancelled. */
export async function addHeader(
  app: ConnectedServices,
  client: ServiceClient,
  server: Server,
): Promise<Server | undefined> {
  const answers = await askHeader(app, server, await readTargets(client, server));
  const header = answers && createAddedHeader(answers.name, answers.isSecret);
  if (!header) return undefined;
  const read = readHeaderHosts(answers.hosts);
  const hosts = "hosts" in read ? read.hosts.join(" ") : "";
  const other = createAddedHeader(answers.name, !answers.isSecret);
  const replaced = other && { [other.variable]: null, [other.hostsVariable]: null };
  const environment = { ...replaced, [header.variable]: answers.value, [header.hostsVariable]: hosts };
  const saved = await saveVariables(app, client, server, environment);
  const change = l10n.t`${server.name} sends the header ${formatHeaderName(header.name)} to ${hosts}.`;
  announceVariable(app, saved, { change, canCheck: true });
  return saved;
}

/** The URLs of the API that a header can go to. */
async function readTargets(client: ServiceClient, server: Server) {
  const { name, source, latestVersion } = server;
  const urls = readHeaderTargets(await readManifest(client, server, latestVersion ?? undefined));
  if (urls) return urls;
  if (source && source.kind !== "openapi")
    throw new CommandError(
      l10n.t`${name} has code of its own, which gets the variables that "environmentVariables" in its server.json names. Add the variable there, then deploy the folder.`,
    );
  const version = latestVersion ?? "";
  throw new CommandError(
    l10n.t`${name} ${version} cannot add headers to its requests: Fairlead did not generate it, or an earlier release did. Generate it again with the local service of this release, then add the header.`,
  );
}

interface HeaderAnswers {
  readonly name: string;
  readonly isSecret: boolean;
  readonly value: string;
  readonly hosts: string;
}

function askHeader(app: EditorServices, server: Server, urls: readonly string[]): Promise<HeaderAnswers | undefined> {
  const title = l10n.t`Add Header to ${server.name}`;
  const hosts = listApiHosts(server, urls).join(" ");
  return askInSequence<HeaderAnswers>({ name: "", isSecret: true, value: "", hosts }, [
    createTextQuestion(app.prompts, "name", () => ({
      title,
      placeholder: "X-Auth-Token",
      prompt: l10n.t("The name of the header. Every request has it, and no tool asks for it."),
      validate: (text) => findHeaderProblem(server, text.trim()),
    })),
    createSecrecyQuestion(app, title),
    createTextQuestion(app.prompts, "value", ({ name, isSecret }) => ({
      title,
      secret: isSecret,
      prompt: l10n.t`The whole value of ${name}, such as a token, or Bearer and a token`,
      validate: (text) => findValueProblem(name, text),
    })),
    createTextQuestion(app.prompts, "hosts", ({ name }) => ({
      title,
      placeholder: "api.example.com http://127.0.0.1:8080",
      prompt: l10n.t`The hosts that get ${name}, with spaces between them; no other does`,
      validate: (text) => {
        const read = readHeaderHosts(text);
        return "problem" in read ? read.problem : undefined;
      },
    })),
  ]);
}

const createSecrecyQuestion = ({ prompts }: EditorServices, title: string) =>
  createQuestion<"isSecret", HeaderAnswers>("isSecret", ({ name, isSecret }, step) =>
    prompts.pick<boolean>({
      title,
      step,
      placeholder: l10n.t`Is the value of ${name} a secret?`,
      choices: [
        {
          label: l10n.t("Secret"),
          description: l10n.t("masked, and never shown again"),
          icon: "key",
          value: true,
        },
        {
          label: l10n.t("Not Secret"),
          description: l10n.t("an id or a version, shown in the view"),
          icon: "eye",
          value: false,
        },
      ],
      active: (one) => one === isSecret,
    }),
  );

function findValueProblem(name: string, text: string): string | undefined {
  if (text.trim() === "") return l10n.t`${name} needs a value.`;
  return /^[ -~]*$/.test(text) ? undefined : l10n.t("A header has no special characters.");
}

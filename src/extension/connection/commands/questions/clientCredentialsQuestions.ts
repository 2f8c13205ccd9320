import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { FailedTokenRequest } from "../../../../client/errors.ts";
import { type ClientCredentials, clientCredentialsSchema, isTokenUrl } from "../../../../contract/dialectProfile.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { type EditorServices, runCancellable } from "../../../base/editorServices.ts";
import { promptBack } from "../../../base/ports.ts";
import { askAfterSteps, createTextQuestion, type SequenceQuestion } from "../../../base/prompts/askInSequence.ts";
import { readUrlHost } from "../../model/connection.ts";
import type { ContactChoices } from "../../model/contactChoices.ts";
import type { ContactAnswer, ContactQuestion } from "./contactQuestion.ts";

/** The typed fields of OAuth client credentials. */
interface ClientFields {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly audience: string;
  readonly resource: string;
}

type ClientField = keyof ClientFields;

/** Asks for OAuth client credentials: after a failed token request, first for the field that failed. */
export async function askClientCredentials(
  app: EditorServices,
  question: ContactQuestion,
  choices: ContactChoices,
): ContactAnswer {
  const { steps, tokenRequest } = question;
  const { clientCredentials: own, ...way } = choices.credential ?? choices.imported?.credential ?? {};
  const known = own ?? tokenRequest?.clientCredentials;
  const typed = await readKnownFields(app, question, known);
  const fields = listFields(known, tokenRequest?.field);
  const first = tokenRequest?.field ?? "tokenUrl";
  const questions = fields.map((field) => createQuestion(app, question, field));
  const initial = { ...typed, clientSecret: choices.clientSecret ?? "" };
  const answers = await askAfterSteps(steps, initial, questions, fields.indexOf(first));
  if (answers === undefined || answers === promptBack) return answers;
  const header = "header" in way && !("user" in way) ? way : { header: "Authorization", scheme: "Bearer" };
  const credential = { ...header, clientCredentials: toClientCredentials(answers) };
  return { ...choices, credential, clientSecret: answers.clientSecret };
}

/** The failed request of client credentials without a secret, and possibly without an id. */
export function createMissingSecretRequest(clientCredentials: ClientCredentials): FailedTokenRequest {
  return { clientCredentials, field: clientCredentials.clientId === undefined ? "clientId" : "clientSecret" };
}

/** An audience or a resource is asked for only where the server demands one. */
function listFields(known: ClientCredentials | undefined, failed: ClientField | undefined): readonly ClientField[] {
  const isAsked = (field: "audience" | "resource") => field === failed || known?.[field] !== undefined;
  const demanded = (["audience", "resource"] as const).filter(isAsked);
  return ["tokenUrl", "clientId", "clientSecret", "scopes", ...demanded];
}

async function readKnownFields(
  app: EditorServices,
  { baseUrl, host }: ContactQuestion,
  known: ClientCredentials | undefined,
): Promise<Omit<ClientFields, "clientSecret">> {
  const { clientId = "", audience = "", resource = "" } = known ?? {};
  const search = async () => {
    const found = await runCancellable(app.progress, l10n.t`Looking for the token address of ${host}`, (_, signal) =>
      findTokenEndpoint(app.fetchText, baseUrl, signal),
    );
    return found.kind === "done" ? found.value : undefined;
  };
  const tokenUrl = known?.tokenUrl ?? (await search()) ?? "";
  return { tokenUrl, clientId, audience, resource, scopes: (known?.scopes ?? []).join(" ") };
}

function toClientCredentials({ tokenUrl, clientId, scopes, audience, resource }: ClientFields): ClientCredentials {
  const requested = splitScopes(scopes);
  return {
    tokenUrl,
    clientId,
    ...(requested.length > 0 && { scopes: requested }),
    ...(audience !== "" && { audience }),
    ...(resource !== "" && { resource }),
  };
}

const splitScopes = (text: string) => text.split(/\s+/).filter((scope) => scope !== "");

function createQuestion(
  { prompts }: Pick<EditorServices, "prompts">,
  { title, host, problem, tokenRequest }: ContactQuestion,
  field: ClientField,
): SequenceQuestion<ClientFields> {
  const { prompt, ...more } = fieldQuestions[field];
  const shown = tokenRequest?.field === field && problem !== "" ? { problem } : {};
  return createTextQuestion(prompts, field, ({ tokenUrl }) => {
    return { title, prompt: prompt(host, readUrlHost(tokenUrl)), ...more, ...shown };
  });
}

interface FieldQuestion {
  readonly prompt: (host: string, server: string) => string;
  readonly validate: (text: string) => string | undefined;
  readonly secret?: boolean;
  readonly placeholder?: string;
}

const fieldQuestions = {
  tokenUrl: {
    prompt: (host) => l10n.t`The token address: where access tokens for ${host} are requested`,
    validate: (text) =>
      isTokenUrl(text.trim()) ? undefined : l10n.t("Enter an https URL; on this machine, an http URL is fine too."),
    placeholder: "https://auth.example.com/oauth/token",
  },
  clientId: {
    prompt: (_host, server) => l10n.t`The client id at ${server}`,
    validate: (text) => findTextProblem(text, l10n.t("Enter the client id.")),
  },
  clientSecret: {
    prompt: (_host, server) =>
      l10n.t`The client secret. It is kept in the editor's secret storage and sent to ${server} alone.`,
    validate: (text) => (text.trim() === "" ? l10n.t("Enter the client secret.") : undefined),
    secret: true,
  },
  scopes: {
    prompt: (_host, server) =>
      l10n.t`The scopes to request, with spaces between them; empty for those that ${server} chooses`,
    validate: (text) =>
      clientCredentialsSchema.shape.scopes.safeParse(splitScopes(text)).success
        ? undefined
        : l10n.t("Enter at most 100 scopes, each without quotes or special characters and of at most 200 characters."),
  },
  audience: {
    prompt: (_host, server) => l10n.t`The audience that ${server} demands`,
    validate: (text) => findTextProblem(text, l10n.t("Enter the audience.")),
  },
  resource: {
    prompt: (_host, server) => l10n.t`The resource that ${server} demands, such as the URL of the service`,
    validate: (text) => findTextProblem(text, l10n.t("Enter the resource.")),
  },
} satisfies Readonly<Record<ClientField, FieldQuestion>> as Readonly<Record<ClientField, FieldQuestion>>;

function findTextProblem(text: string, missing: string): string | undefined {
  if (text.trim() === "") return missing;
  return text.length > 200 ? l10n.t("Enter at most 200 characters.") : undefined;
}

/** The metadata of an authorization server (RFC 8414) or of an OpenID provider. */
const metadataSchema = z.object({ token_endpoint: z.string().refine(isTokenUrl) });

const documents = ["oauth-authorization-server", "openid-configuration"] as const;
const longestMs = 5000;

/** Looks for the address of the token endpoint that the origin of a service publishes. Sends no key. */
async function findTokenEndpoint(
  fetchText: (url: string, signal: AbortSignal) => Promise<string>,
  baseUrl: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  for (const name of documents) {
    // An origin without the document has nothing to propose.
    const text = await fetchText(new URL(`/.well-known/${name}`, baseUrl).href, limit).catch(() => "");
    const metadata = metadataSchema.safeParse(tryParseJson(text)).data;
    if (metadata) return metadata.token_endpoint;
  }
  return undefined;
}

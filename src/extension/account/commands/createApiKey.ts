import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type ApiKeyScope, apiKeyScopes } from "../../../contract/operation.ts";
import type { ReceivedOutput } from "../../../contract/operations.ts";
import { formatFullTime } from "../../../text/formatTime.ts";
import { formatList } from "../../../text/language/formatList.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { hasErrorName, isAbortError, isUnauthorizedError, readErrorMessage } from "../../base/failure.ts";
import { type Prompts, promptBack } from "../../base/ports.ts";
import { askInSequence, createTextQuestion, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import { findResourceNameProblem } from "../../base/prompts/findResourceNameProblem.ts";
import { showError, showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { Connection } from "../../connection/model/connection.ts";
import { revokeUnusedApiKey } from "./revokeApiKey.ts";

/** The fields of a new key; they stay between attempts. */
interface ApiKeyFields {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  /** null: it never expires. */
  readonly expiryDays: number | null;
  /** Why the last attempt failed. */
  readonly problem?: string;
}

const createApiKeyTitle = l10n.t("Create API Key");

const explanations = {
  read: l10n.t("See projects, servers, skills, deployments and the account"),
  write: l10n.t("Create and change these. Publish, install, stop servers"),
  deploy: l10n.t("Deploy servers. With write: also start them"),
  runtime: l10n.t("Get tokens that open deployed servers"),
  admin: l10n.t("Make and revoke API keys"),
} as const satisfies Record<ApiKeyScope, string>;

/** undefined: cancelled. A key can only have the scopes of the active key. */
function askApiKeyFields(
  prompts: Prompts,
  initialFields: ApiKeyFields,
  allowed: readonly ApiKeyScope[],
  now: number,
): Promise<ApiKeyFields | undefined> {
  return askInSequence(initialFields, [
    createTextQuestion(prompts, "name", ({ problem }) => ({
      title: createApiKeyTitle,
      prompt: l10n.t("A name that identifies the key"),
      placeholder: "CI",
      validate: findResourceNameProblem,
      ...(problem && { problem }),
    })),
    scopesQuestion(prompts, allowed),
    expiryQuestion(prompts, now),
  ]);
}

function scopesQuestion(prompts: Prompts, allowed: readonly ApiKeyScope[]): SequenceQuestion<ApiKeyFields> {
  // Not every service reports the scopes of a key.
  const offered = apiKeyScopes.filter((scope) => allowed.length === 0 || allowed.includes(scope));
  return async (fields, step) => {
    for (
      let placeholder = l10n.t("What may it be used for?");
      ;
      placeholder = l10n.t("Choose one at least: what may it be used for?")
    ) {
      const chosen = await prompts.pickMany({
        title: createApiKeyTitle,
        step,
        placeholder,
        choices: offered.map((scope) => ({ label: scope, detail: explanations[scope], value: scope })),
        picked: (scope) => fields.scopes.includes(scope),
      });
      if (chosen === undefined || chosen === promptBack) return chosen;
      if (chosen.length > 0) return { ...fields, scopes: chosen };
    }
  };
}

function expiryQuestion(prompts: Prompts, now: number): SequenceQuestion<ApiKeyFields> {
  const until = (days: number) => l10n.t`Until ${formatFullTime(computeExpiry(days, now))}`;
  return async (fields, step) => {
    const expiryDays = await prompts.pick<number | null>({
      title: createApiKeyTitle,
      step,
      placeholder: l10n.t("When does the key expire?"),
      choices: [
        { label: l10n.t("30 days"), description: until(30), value: 30 },
        { label: l10n.t("90 days"), description: until(90), value: 90 },
        { label: l10n.t("A year"), description: until(365), value: 365 },
        { label: l10n.t("Forever"), description: l10n.t("Until it is revoked"), value: null },
      ],
      active: (days) => days === fields.expiryDays,
    });
    return expiryDays === undefined || expiryDays === promptBack ? expiryDays : { ...fields, expiryDays };
  };
}

/** RFC 3339. */
const computeExpiry = (days: number, now: number) => new Date(now + days * 86_400_000).toISOString();

type CreatedKey = ReceivedOutput<"apiKeys.create">;

type Creation =
  | { readonly kind: "created"; readonly key: CreatedKey }
  /** The service has the key, and no client can read it. */
  | { readonly kind: "lost"; readonly key: Pick<CreatedKey, "id" | "name"> }
  | { readonly kind: "refused"; readonly problem: string };

/** Creates a key and offers it once; Fairlead stores it only if the user chooses that. */
export const createApiKey: CommandHandler<ConnectedServices> = async (app) => {
  const client = await app.client();
  const session = app.connections.session();
  if (!client || session.kind !== "connected") return;
  const { connection, me } = session;
  let typed: ApiKeyFields = { name: "", scopes: ["read"], expiryDays: 90 };
  for (;;) {
    const fields = await askApiKeyFields(app.prompts, typed, me.key?.scopes ?? [], Date.now());
    if (!fields) return;
    const created = await tryCreate(app, client, fields);
    if (created.kind === "refused") {
      typed = { ...fields, problem: created.problem };
      continue;
    }
    app.refresh("fairlead.account");
    if (created.kind === "created") await offerOnce(app, connection, created.key, fields.scopes);
    else {
      const { name } = created.key;
      const lost = l10n.t`The key "${name}" was created, but its answer never came, so it is lost. Revoke it, and create another one.`;
      showLostKey(app, created.key, lost);
    }
    return;
  }
};

/** Cannot be cancelled, because the service may create a key that nothing shows. */
async function tryCreate(
  app: EditorServices,
  client: ServiceClient,
  { name, scopes, expiryDays }: ApiKeyFields,
): Promise<Creation> {
  const startedAt = Date.now();
  const expiry = expiryDays === null ? {} : { expiresAt: computeExpiry(expiryDays, startedAt) };
  const order = { name, scopes: [...scopes], ...expiry };
  try {
    const task = { title: l10n.t`Creating the key ${name}`, in: "fairlead.account" } as const;
    return { kind: "created", key: await app.progress.run(task, () => client.call("apiKeys.create", order)) };
  } catch (error) {
    // Without a session, another input does not help.
    if (isAbortError(error) || isUnauthorizedError(error)) throw error;
    app.log.warning(`Create API Key: ${readErrorMessage(error)}`);
    const lost = hasErrorName(error, "NetworkError", "TimeoutError")
      ? await findCreatedKey(client, name, startedAt).catch(() => undefined)
      : undefined;
    return lost ? { kind: "lost", key: lost } : { kind: "refused", problem: readErrorMessage(error) };
  }
}

/** A key of this name that is not older than the attempt: its creation took effect although no answer came. */
async function findCreatedKey(client: ServiceClient, name: string, startedAt: number) {
  // Many services state whole seconds.
  const since = Math.floor(startedAt / 1000) * 1000;
  for await (const key of client.list("apiKeys.list", { limit: 200 }))
    if (key.name === name && Date.parse(key.createdAt ?? "") >= since) return key;
  return undefined;
}

/**
 * The only place where the user gets a key, which is there until the user has it or closes the dialog. The dialog masks it, stays until
 * the user answers, and is neither logged nor stored.
 */
async function offerOnce(
  app: ConnectedServices,
  connection: Connection,
  created: CreatedKey,
  asked: readonly ApiKeyScope[],
): Promise<void> {
  try {
    if (await isHandedOver(app, connection, created, asked)) return;
  } catch (error) {
    showError(app, error);
  }
  return offerOnce(app, connection, created, asked);
}

async function isHandedOver(
  app: ConnectedServices,
  connection: Connection,
  created: CreatedKey,
  asked: readonly ApiKeyScope[],
): Promise<boolean> {
  const { name, key, prefix = "", scopes } = created;
  const chosen = await app.prompts.decide({
    message: l10n.t`The key "${name}" was created`,
    detail: l10n.t`${prefix}••••••••${describeLacking(created, asked)}\n\nCopy or save it now. It cannot be read later.`,
    // The connection needs the scope "read" to read its user.
    actions: scopes?.includes("read") ? [copy, saveAs, useHere] : [copy, saveAs],
    close: l10n.t("Close"),
  });
  switch (chosen) {
    case copy:
      await app.clipboard(key);
      app.messages.status(l10n.t`Copied the key "${name}".`);
      return true;
    case saveAs: {
      const fileName = `${name.replaceAll(/[^\w.-]/g, "-")}.key`;
      const question = { title: l10n.t("Save API Key"), action: l10n.t("Save"), name: fileName };
      return (await app.documents.saveAs(question, key)) !== undefined;
    }
    case useHere: {
      if (!(await confirmFewerScopes(app, connection, created))) return false;
      const session = await app.connections.signIn(connection, { key });
      if (session.kind === "failed") throw session.error;
      return true;
    }
    default: {
      const lost = l10n.t`The key "${name}" was not copied, so it is lost. Revoke it, and create another one.`;
      showLostKey(app, created, lost);
      return true;
    }
  }
}

/** What the service does not say that the key may do, though it was asked for. */
function describeLacking({ scopes }: CreatedKey, asked: readonly ApiKeyScope[]): string {
  // The service's own words can mean any scope.
  if (scopes?.some((scope) => typeof scope !== "string") ?? true)
    return `\n\n${l10n.t("The service does not say whether it has the scopes that were asked for.")}`;
  const lacking = asked.filter((scope) => !scopes?.includes(scope));
  return lacking.length === 0
    ? ""
    : `\n\n${l10n.t`The service made it without scopes that were asked for: ${formatList(lacking)}.`}`;
}

/** Asks before a key takes the place of one that may do more. */
async function confirmFewerScopes(
  { connections, prompts }: ConnectedServices,
  connection: Connection,
  { name, scopes = [] }: CreatedKey,
): Promise<boolean> {
  const session = connections.session();
  const used = session.kind === "connected" ? (session.me.key?.scopes ?? []) : [];
  const lacking = used.filter((scope) => !scopes.includes(scope));
  if (lacking.length === 0) return true;
  return prompts.confirm({
    message: l10n.t`Use "${name}" for ${connection.name}?`,
    detail: l10n.t`The key in use has scopes that it lacks: ${formatList(lacking)}. It is replaced, and cannot be read later.`,
    action: l10n.t("Use It"),
  });
}

const copy = l10n.t("Copy");
const saveAs = l10n.t("Save As...");
const useHere = l10n.t("Use for This Connection");

function showLostKey(app: EditorServices, { id }: Pick<CreatedKey, "id">, message: string): void {
  showMessage(app, "warning", message, { [l10n.t("Revoke")]: () => revokeUnusedApiKey(app, id) });
}

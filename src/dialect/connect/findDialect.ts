import type { ClientContext } from "../../client/clientContext.ts";
import { isHtmlBody } from "../../client/createServiceError.ts";
import { ApiError } from "../../client/errors.ts";
import type { ProfileStore } from "../../client/profileStore.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { type Me, meSchema } from "../../contract/identity.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { isRecord } from "../../text/record.ts";
import type { DialectRequest, DialectResponse } from "../dialectCall.ts";
import { learnServiceDocument } from "../openApi/serviceDocument.ts";
import { send } from "../send/send.ts";
import { isContractProblem, reach } from "./reach.ts";

/** The dialect of a service that was not connected before. */
export type FoundDialect = { readonly dialect: "contract"; readonly me: Me } | { readonly dialect: "other" };

/** Sends one safe request. */
export type Probe = (
  operation: OperationName,
  more?: Pick<DialectRequest, "query" | "select">,
) => Promise<DialectResponse>;

/**
 * Finds out by reading how a service speaks, and keeps it. The contract is known by three answers that fit to the last field: another
 * dialect may share one of them. Throws where nothing is found out, such as for a service that is down: then it is asked again.
 */
export async function findDialect(
  context: ClientContext,
  store: ProfileStore,
  signal: AbortSignal,
): Promise<FoundDialect> {
  const probe: Probe = (operation, more) => send(context, store.read(), { operation, options: { signal }, ...more });
  const first = await probe("me.get");
  // The first access token may have shown how the authorization server takes the client secret.
  const profile = store.read();
  // Our own service needs nothing beside a bearer.
  const isOther = (isBearerToken(profile) ? undefined : profile.credential) ?? profile.headers ?? profile.tenant;
  const me = first.refusal || isOther ? undefined : meSchema.safeParse(first.json).data;
  const verdict = me ? await confirm(probe) : "no";
  if (me && verdict !== "no") {
    if (verdict === "yes") store.save({ ...store.read(), dialect: "contract" });
    return { dialect: "contract", me };
  }
  await reach({ context, profile, signal, first });
  const learned = await learnServiceDocument(context, store.read(), signal);
  store.save({ ...learned, dialect: "other" });
  return { dialect: "other" };
}

/** Whether requests carry an access token as the contract says. */
function isBearerToken({ credential }: DialectProfile): boolean {
  const { clientCredentials, header = "", scheme = "" } = credential ?? {};
  return clientCredentials !== undefined && /^authorization: bearer$/i.test(`${header}: ${scheme}`);
}

/** `unsure`: the service does not say just now. */
type Verdict = "yes" | "no" | "unsure";

async function confirm(probe: Probe): Promise<Verdict> {
  try {
    const list = await probe("projects.list", { query: { limit: "1" } });
    const listed = verdictOf(list, "projects.list");
    if (listed !== "yes" || list.refusal || !isRecord(list.json) || !Array.isArray(list.json.items)) return listed;
    if (list.json.items.length > 1) return "no";
    const [item]: readonly unknown[] = list.json.items;
    if (!isRecord(item) || typeof item.id !== "string") return "yes";
    const one = await probe("project.get", { select: { by: { in: "query", name: "id" }, value: item.id } });
    const isAnother = !one.refusal && isRecord(one.json) && one.json.id !== item.id;
    return isAnother ? "no" : verdictOf(one, "project.get");
  } catch (error) {
    if (error instanceof ApiError && error.name !== "AbortedError") return "unsure";
    throw error;
  }
}

/** Whether an answer is one of the contract's: a refusal is known by its code. */
function verdictOf({ status, json, text, refusal }: DialectResponse, operation: OperationName): Verdict {
  if (status >= 500 || status === 429 || isHtmlBody(text)) return "unsure";
  if (!refusal) return operationTable[operation].output?.safeParse(json).success ? "yes" : "no";
  return isContractProblem(json) && status === 403 ? "yes" : "no";
}

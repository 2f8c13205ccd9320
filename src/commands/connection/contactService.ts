import type { ContactRefusal } from "../../client/errors.ts";
import { readUrlHost, readUrlOrigin } from "../../core/connection/connection.ts";
import type { ContactChoices } from "../../core/connection/contactChoices.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";
import { askContactChoices } from "./askContactChoices.ts";
import type { ContactQuestionContext } from "./contactQuestion.ts";
import { type KeyToVerify, verifyApiKey } from "./verifyApiKey.ts";

/** What the user said of a service, for the origin that it was said of. */
export interface SaidOfService {
  readonly origin: string | undefined;
  readonly choices: ContactChoices;
}

export type ContactResult =
  | { readonly kind: "fine" }
  /** The URL or the key is asked again. */
  | { readonly kind: "wrong"; readonly field: "url" | "key"; readonly problem: string; readonly said: SaidOfService }
  | { readonly kind: "cancelled" };

interface Contact {
  readonly title: string;
  /** The number of earlier prompts. */
  readonly steps: number;
  readonly said?: SaidOfService | undefined;
}

/** Verifies a key. While the service refuses it, asks how the service takes it. Stores nothing. */
export async function contactService(
  app: ContactQuestionContext & Pick<App, "connections">,
  key: KeyToVerify,
  { title, steps, said }: Contact,
): Promise<ContactResult> {
  const origin = readUrlOrigin(key.baseUrl);
  let choices = said?.origin === origin ? (said?.choices ?? {}) : {};
  let known: Pick<ContactRefusal, "named" | "tried"> = { named: [], tried: [] };
  for (;;) {
    const verdict = await verifyApiKey(app, key, choices);
    if (verdict.kind === "wrong") return { ...verdict, said: { origin, choices } };
    if (verdict.kind !== "refused") return verdict;
    const { problem } = verdict;
    const refusal = addKnownWays(verdict.refusal, known);
    known = refusal;
    const host = readUrlHost(key.baseUrl);
    const next = await askContactChoices(app, { title, steps, host, baseUrl: key.baseUrl, problem, refusal }, choices);
    if (next === undefined) return { kind: "cancelled" };
    if (next === promptBack) return { kind: "wrong", field: "key", problem, said: { origin, choices } };
    choices = next;
  }
}

/** The suggestions of earlier refusals stay: a refusal of a chosen header suggests nothing. */
function addKnownWays(refusal: ContactRefusal, known: Pick<ContactRefusal, "named" | "tried">): ContactRefusal {
  const distinct = (ways: ContactRefusal["named"]) => [
    ...new Map(ways.map((way) => [JSON.stringify(way), way])).values(),
  ];
  return {
    ...refusal,
    named: distinct([...refusal.named, ...known.named]),
    tried: distinct([...known.tried, ...refusal.tried]),
  };
}

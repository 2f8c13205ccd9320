import type { ContactRefusal } from "../../../client/errors.ts";
import { promptBack } from "../../base/ports.ts";
import type { ConnectedServices, ConnectionServices } from "../connectionServices.ts";
import { readUrlHost, readUrlOrigin } from "../model/connection.ts";
import type { ContactChoices } from "../model/contactChoices.ts";
import { askContactChoices } from "./questions/askContactChoices.ts";
import { askClientCredentials, createMissingSecretRefusal } from "./questions/clientCredentialsQuestions.ts";
import { type KnownRefusal, unexplainedRefusal } from "./questions/contactQuestion.ts";
import { type KeyToVerify, type KeyVerification, verifyApiKey } from "./verifyApiKey.ts";

/** What the user said of a service, for the origin that it was said of. */
export interface SaidOfService {
  readonly origin: string | undefined;
  readonly choices: ContactChoices;
}

export type ContactResult =
  /** `key` is the verified key or client secret. */
  | { readonly kind: "fine"; readonly key: string }
  /** The URL or the key is asked again. */
  | { readonly kind: "wrong"; readonly field: "url" | "key"; readonly problem: string; readonly said: SaidOfService }
  | { readonly kind: "cancelled" };

interface Contact {
  readonly title: string;
  /** The number of earlier prompts. */
  readonly steps: number;
  readonly said?: SaidOfService | undefined;
  /** Why the last attempt failed. */
  readonly problem?: string | undefined;
}

/**
 * Verifies a key, or without one the OAuth client credentials that it asks for. While the service refuses them, asks how the service
 * takes its key. Stores nothing.
 */
export async function contactService(
  app: ConnectedServices,
  key: KeyToVerify,
  { title, steps, said, problem: earlierProblem = "" }: Contact,
): Promise<ContactResult> {
  const origin = readUrlOrigin(key.baseUrl);
  const host = readUrlHost(key.baseUrl);
  let choices = said && said.origin === origin ? selectChoices(key, said.choices) : readStoredChoices(app, key);
  let known: KnownRefusal = unexplainedRefusal;
  const stored = choices.credential?.clientCredentials;
  const initialRefusal = stored ? createMissingSecretRefusal(stored) : unexplainedRefusal;
  let verdict: KeyVerification | undefined = key.key === "" ? undefined : await verify(app, key, choices);
  for (;;) {
    if (verdict?.kind === "fine") return { kind: "fine", key: selectKey(key, choices) };
    if (verdict?.kind === "wrong") return { ...verdict, said: { origin, choices } };
    if (verdict?.kind === "cancelled") return verdict;
    const problem = verdict?.problem ?? earlierProblem;
    const refusal = addKnownWays(verdict?.refusal ?? initialRefusal, known);
    known = refusal;
    const ask = verdict ? askContactChoices : askClientCredentials;
    const next = await ask(app, { title, steps, host, baseUrl: key.baseUrl, problem, refusal }, choices);
    if (next === undefined) return { kind: "cancelled" };
    if (next === promptBack) return { kind: "wrong", field: "key", problem, said: { origin, choices } };
    choices = next;
    verdict = await verify(app, key, choices);
  }
}

/** A connection with client credentials keeps them when it gets another secret. */
function readStoredChoices({ connections }: ConnectionServices, { of }: KeyToVerify): ContactChoices {
  const credential = of && connections.profile(of).read().credential;
  return credential?.clientCredentials ? { credential } : {};
}

/** A key that is typed after client credentials takes their place. */
function selectChoices({ key }: KeyToVerify, choices: ContactChoices): ContactChoices {
  const { credential, clientSecret, ...others } = choices;
  return key !== "" && credential?.clientCredentials ? others : choices;
}

function verify(app: ConnectedServices, key: KeyToVerify, choices: ContactChoices) {
  return verifyApiKey(app, { ...key, key: selectKey(key, choices) }, choices);
}

/** A key that was typed first is never sent as a client secret, nor a secret as a key. */
function selectKey({ key }: KeyToVerify, { credential, clientSecret = "" }: ContactChoices): string {
  return credential?.clientCredentials ? clientSecret : key;
}

/** The suggestions of earlier refusals stay: a refusal of a chosen header suggests nothing. */
function addKnownWays(refusal: KnownRefusal, known: ContactRefusal): KnownRefusal {
  const distinct = (ways: ContactRefusal["named"]) => [
    ...new Map(ways.map((way) => [JSON.stringify(way), way])).values(),
  ];
  return {
    ...refusal,
    named: distinct([...refusal.named, ...known.named]),
    tried: distinct([...known.tried, ...refusal.tried]),
    isBasicNamed: refusal.isBasicNamed || known.isBasicNamed,
    tokenEndpoint: refusal.tokenEndpoint ?? known.tokenEndpoint,
  };
}

import * as l10n from "@vscode/l10n";

/** A state that the contract does not know, in the service's own word. */
export interface UnknownState {
  readonly unknown: string;
}

/** The fields that distinguish an item from others: its id and name; without an id, those of the others that it has. */
export const identityFields = ["id", "name", "sequence", "version", "scheme", "date"] as const;

type IdentityField = (typeof identityFields)[number];
type StateField = "status" | "level";
/** The service may have other words for these. */
type WordField = "role";
type PageField = "items" | "nextCursor";
/** What an operation is called for: an answer without it is none. */
type SecretField = "accessToken" | "access_token" | "key";
type NamedKey<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };
type CertainField<T, Identity> =
  | PageField
  | ([Identity] extends [never] ? never : SecretField)
  | (NamedKey<T> & Identity & ("id" extends NamedKey<T> ? "id" | "name" : IdentityField));

/**
 * What a service of any kind answers: only what distinguishes an item from others is certain. A field that the service does not say is
 * absent, and a state that the contract does not know is an `UnknownState`.
 */
export type Received<T, Identity = IdentityField> = T extends readonly (infer Item)[]
  ? readonly Received<Item, Identity>[]
  : T extends object
    ? [NamedKey<T>] extends [never]
      ? T
      : {
          readonly [K in NamedKey<T> & CertainField<T, Identity>]: Received<T[K], Identity>;
        } & {
          readonly [K in Exclude<NamedKey<T>, CertainField<T, Identity>>]?:
            | ReceivedField<T[K], K, Identity>
            | undefined;
        }
    : T;

type ReceivedField<T, K, Identity> = K extends StateField
  ? T | UnknownState
  : K extends WordField
    ? string
    : Received<T, Identity>;

/** The state where the contract knows it. */
export function knownState<State extends string>(state: State | UnknownState | undefined): State | undefined {
  return typeof state === "string" ? state : undefined;
}

/** The contract's word for the state, for pages and language models; the service's own word when the contract has none. */
export function readStateWord(state: string | UnknownState | undefined): string | undefined {
  return typeof state === "object" ? formatUnknownState(state) : state;
}

/** The service's word on one line. */
function formatUnknownState({ unknown }: UnknownState): string | undefined {
  const line = unknown.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line === "" ? undefined : line.slice(0, 60).toWellFormed();
}

const derivedIdPrefix = "content ";

/** The id of an item that its service gives none: it distinguishes rows in the editor, and the service does not know it. */
export function createDerivedId(digest: string): string {
  return `${derivedIdPrefix}${digest}`;
}

/** An item's id where the service gives it one. */
export function readServiceId(id: string | undefined): string | undefined {
  return id?.startsWith(derivedIdPrefix) ? undefined : id;
}

/** What stands for a name that is not known; a derived id says nothing. */
export function formatUnknownName(id: string): string {
  const serviceId = readServiceId(id);
  return serviceId === undefined ? l10n.t("(without a name)") : l10n.t`id ${serviceId}`;
}

/** Whether the service says the name of an item. */
export const hasKnownName = ({ id, name }: { readonly id: string; readonly name: string }) =>
  name !== formatUnknownName(id);

const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** Whether the texts among the values are all generated ids: under `name` they are no names. */
export function areUuids(values: readonly unknown[]): boolean {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length > 0 && texts.every((text) => uuid.test(text));
}

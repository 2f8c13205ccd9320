import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { findPreset, generalPreset, type Preset } from "../presets/presets.ts";
import { plainName, plurals } from "./plainNames.ts";

/** What a preset says, completed by what all services share. */
export interface Conventions {
  readonly preset: Preset;
  /** The service's own words for resources. */
  readonly ownKinds: KindNames;
  /** The plain names of a resource, its own first. */
  kindNames(kind: string): readonly string[];
  /** The resources that a plain word is a name of, also in a link: `workspace` is a project. */
  kindsNamed(word: string): readonly string[];
  /** The service's names of a field, the likeliest first; those with `$` are exact paths. */
  fieldNames(kind: string, field: string): readonly string[];
  /** Whether a plain name is a plural of a resource. */
  isPlural(plain: string, kind: string): boolean;
  /** The contract's state for a service's word; undefined if no table has it. */
  stateOf(family: string, states: readonly string[], word: string): string | undefined;
  isFinished(word: string): boolean;
  /** By state of the contract: plain words that usually mean it, the likeliest first. */
  usualWords(family: string, states: readonly string[]): ReadonlyMap<string, readonly string[]>;
  readonly outcome: readonly string[];
}

/** By resource: the words that a service has for it. */
export type KindNames = Readonly<Record<string, readonly string[]>>;

/** The service's own words for resources, as a profile has them. */
export function listKindWords({ kinds = {} }: Pick<DialectProfile, "kinds">): KindNames {
  const words = Object.entries(kinds).flatMap(([kind, { words = [] }]) => (words.length > 0 ? [[kind, words]] : []));
  return Object.fromEntries(words);
}

/** The resources that items can belong to. */
const linkedKinds = ["organization", "project", "server", "skill", "artifact", "deployment", "user", "token"];

const mostKnown = 100;
const known = new Map<string, Conventions>();

/** The conventions of a preset with a service's own words for resources. */
export function findConventions(presetName: string | undefined, ownKinds: KindNames = {}): Conventions {
  const preset = findPreset(presetName);
  const key = JSON.stringify([preset.name, ownKinds]);
  const found = known.get(key) ?? createConventions(preset, ownKinds);
  // Services have few words of their own; what differs each time must not fill the memory.
  if (known.size >= mostKnown) known.clear();
  known.set(key, found);
  return found;
}

function createConventions(preset: Preset, ownKinds: KindNames): Conventions {
  const all = preset === generalPreset ? [generalPreset] : [preset, generalPreset];
  const kinds = memoize((kind: string) =>
    unique([kind, ...(ownKinds[kind] ?? []), ...all.flatMap((one) => one.kinds[kind] ?? [])].map(plainName)),
  );
  const names = memoize((key: string) => {
    const [kind = "", field = ""] = key.split("\n");
    // What the preset says of a resource replaces what it says of all; the contract's own name comes before the shared ones.
    const own = preset === generalPreset ? [] : (preset.names[kind]?.[field] ?? preset.names["*"]?.[field]);
    // An empty list says that the convention has no such field.
    if (own?.length === 0 && preset !== generalPreset) return [];
    const shared = generalPreset.names[kind]?.[field] ?? generalPreset.names["*"]?.[field] ?? [];
    const links = (ownKinds[field.replace(/Id$/, "")] ?? []).flatMap((word) => [`${word}Id`, word]);
    return unique([...(own ?? []), ...(shared.includes(field) ? [] : [field]), ...shared, ...links]);
  });
  /** By plain word: its state in a family. The convention's meaning counts before the contract's own word: GitLab calls a deployment
   * `running` that is in progress. */
  const meanings = memoize((family: string) => {
    const wordsIn = ({ states }: Preset) =>
      Object.entries(states[family] ?? {}).flatMap(([state, list]) => list.map((word) => [word, state] as const));
    const own = all.flatMap(({ states }) => Object.keys(states[family] ?? {}));
    const names = own.map((state) => [plainName(state), state] as const);
    return new Map([...names, ...wordsIn(generalPreset), ...names, ...wordsIn(preset)]);
  });
  const outcome = all.flatMap((one) => one.outcome).map(plainName);
  const finished = new Set(all.flatMap((one) => one.finished).map(plainName));
  const linked = memoize((kind: string) => unique([...kinds(kind), ...names(`*\n${kind}Id`).map(plainName)]));
  return {
    preset,
    ownKinds,
    kindsNamed: (word) => linkedKinds.filter((kind) => linked(kind).includes(word)),
    kindNames: kinds,
    fieldNames: (kind, field) => names(`${kind}\n${field}`),
    isPlural: (plain, kind) => kinds(kind).some((name) => name === plain || plurals(name).includes(plain)),
    stateOf: (family, states, word) => {
      const whole = plainName(word);
      // Enumerations of some languages repeat what they are of: `DEPLOYMENT_STATE_RUNNING`.
      for (const plain of [whole, whole.replace(/^.*?(?:status|state|phase|condition)(?=.)/, "")]) {
        const found = meanings(family).get(plain) ?? states.find((state) => plainName(state) === plain);
        if (found !== undefined && states.includes(found)) return found;
      }
      return undefined;
    },
    isFinished: (word) => finished.has(plainName(word)),
    usualWords: (family, states) => {
      const known = [...meanings(family)];
      return new Map(states.map((state) => [state, known.flatMap(([word, is]) => (is === state ? [word] : []))]));
    },
    outcome,
  };
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

function memoize<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

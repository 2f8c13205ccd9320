import { rawNumber } from "../json.ts";
import { hashText, type Random } from "./random.ts";

export type IdKind = "same" | "number" | "long" | "longText" | "uuid" | "path" | "spaced" | "emoji" | "gid" | "hex";

/** Maps between the truth's ids and the service's ids. */
export interface Ids {
  readonly kind: IdKind;
  /** The id in a response; numeric ids are numbers. */
  wire(id: string): unknown;
  /** The id as text, as in a URL or in the editor. */
  text(id: string): string;
  /** The truth's id; undefined if the service does not know the id. */
  truth(text: string): string | undefined;
}

export function drawIds(random: Random, kind: IdKind): Ids {
  const texts = new Map<string, string>();
  const truths = new Map<string, string>();
  const counts = new Map<string, number>();
  const base = random.int(100, 90_000);
  const text = (id: string) => {
    const known = texts.get(id);
    if (known !== undefined) return known;
    const prefix = id.slice(0, 3);
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const wireId = kind === "same" ? id : makeId(kind, prefix, base + count * 7, random);
    texts.set(id, wireId);
    truths.set(wireId, id);
    return wireId;
  };
  return {
    kind,
    text,
    wire: (id) => {
      if (kind === "number") return Number(text(id));
      return kind === "long" ? rawNumber(text(id)) : text(id);
    },
    truth: (given) => truths.get(given),
  };
}

/** Unique across all resources, because an id without a prefix is looked up without its resource. */
function makeId(kind: Exclude<IdKind, "same">, prefix: string, number: number, random: Random): string {
  const own = hashText(`${prefix}${number}`);
  const unique = number * 100 + (own % 100);
  const words = ["blue", "old town", "R&D", "50% off", "a+b", "#1?"] as const;
  switch (kind) {
    case "number":
      return String(unique * 40 + prefixNumber(prefix));
    case "long":
    case "longText":
      return String(
        9_007_199_254_740_993n + BigInt(unique * 40 + prefixNumber(prefix)) * 7n + 900_000_000_000_000_000n,
      );
    case "uuid": {
      const hex = (part: number) => hashText(`${prefix}${number}${part}`).toString(16).padStart(8, "0");
      return `${hex(1)}-${hex(2).slice(0, 4)}-4${hex(3).slice(0, 3)}-a${hex(4).slice(0, 3)}-${hex(5)}${hex(6).slice(0, 4)}`;
    }
    case "path":
      return `acme/${prefix}/${random.pick(words).replaceAll(" ", "-")}-${unique}`;
    case "spaced":
      return `${prefix} ${random.pick(words)} ${unique}`;
    case "emoji":
      return `${prefix}-🚀-${unique}`;
    case "gid":
      return `gid://app/${prefix.toUpperCase()}/${unique}`;
    case "hex":
      return `${hashText(`${prefix}${number}a`).toString(16).padStart(8, "0")}${number.toString(16).padStart(6, "0")}${prefixNumber(prefix).toString(16)}`;
  }
}

const prefixes = ["org", "usr", "prj", "srv", "dep", "skl", "ins", "run", "art", "key", "oac"];
const prefixNumber = (prefix: string) => prefixes.indexOf(prefix) + 1;

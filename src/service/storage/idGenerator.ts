import { randomInt, randomUUID } from "node:crypto";

/** The prefix of an id names its type. */
type IdPrefix =
  | "prj_"
  | "srv_"
  | "dep_"
  | "art_"
  | "key_"
  | "org_"
  | "usr_"
  | "run_"
  | "skl_"
  | "ins_"
  | "oac_"
  | "req_";
export type IdGenerator = (prefix: IdPrefix) => string;

/** Creates UUIDv7 ids (RFC 9562) in increasing order, even when the clock steps back, because lists are sorted by id. */
export function createIdGenerator(clock: () => Date): IdGenerator {
  let time = 0;
  let counter = 0;
  return (prefix) => {
    const now = clock().getTime();
    if (now > time) {
      time = now;
      counter = randomInt(0x800);
    } else if (counter < 0xfff) {
      counter += 1;
    } else {
      time += 1;
      counter = 0;
    }
    return prefix + format(time, counter);
  };
}

/** The random part comes from a UUIDv4, which has the same bits from the variant on. */
function format(time: number, counter: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${counter.toString(16).padStart(3, "0")}${randomUUID().slice(18)}`;
}

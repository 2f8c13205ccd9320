import { randomBytes } from "node:crypto";

/** What an id begins with says what it names. */
export type IdPrefix = "prj_" | "srv_" | "dep_" | "art_" | "key_" | "org_" | "usr_" | "req_";
export type NewId = (prefix: IdPrefix) => string;

/** Ids are UUIDv7 (RFC 9562) that only ever grow, even when the clock steps back: lists are ordered by them. */
export function createIds(clock: () => Date): NewId {
  let time = 0;
  let counter = 0;
  return (prefix) => {
    const now = clock().getTime();
    if (now > time) {
      time = now;
      counter = randomBytes(2).readUInt16BE() & 0x7ff;
    } else if (counter < 0xfff) {
      counter += 1;
    } else {
      time += 1;
      counter = 0;
    }
    return prefix + format(time, counter);
  };
}

function format(time: number, counter: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

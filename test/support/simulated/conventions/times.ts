export type TimeKind =
  | "rfc3339"
  | "seconds"
  | "offset"
  | "plain"
  | "naive"
  | "epoch"
  | "epochMs"
  | "epochUs"
  | "epochText"
  | "http";

/** The format and precision of a service's times. */
export interface TimeStyle {
  readonly kind: TimeKind;
  readonly shiftMs: number;
}

export function formatWireTime({ kind, shiftMs }: TimeStyle, time: string): string | number {
  const ms = Date.parse(time) + shiftMs;
  const date = new Date(ms);
  switch (kind) {
    case "rfc3339":
      return date.toISOString();
    case "seconds":
      return date.toISOString().replace(/\.\d+Z$/, "Z");
    case "offset":
      return new Date(ms + 7_200_000).toISOString().replace("Z", "+02:00");
    case "plain":
      return date
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z$/, "");
    case "naive":
      return date.toISOString().replace("Z", "000");
    case "epoch":
      return Math.floor(ms / 1000);
    case "epochMs":
      return ms;
    case "epochUs":
      return ms * 1000;
    case "epochText":
      return String(Math.floor(ms / 1000));
    case "http":
      return date.toUTCString();
  }
}

/** The same time with the precision that the editor can display. */
export function formatShownTime({ kind, shiftMs }: TimeStyle, time: string): string {
  const ms = Date.parse(time) + shiftMs;
  const isRough = ["seconds", "plain", "epoch", "epochText", "http"].includes(kind);
  return new Date(isRough ? Math.floor(ms / 1000) * 1000 : ms).toISOString();
}

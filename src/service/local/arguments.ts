import { resolve } from "node:path";
import { parseArgs } from "node:util";

export interface Arguments {
  readonly dataDir: string;
  readonly port: number | undefined;
  /** Seconds without a lease after which the service stops; undefined: it stays. */
  readonly graceSeconds: number | undefined;
}

const usage = "Usage: fairlead-service --data DIR [--port N] [--grace SECONDS]";

export function readArguments(list: readonly string[]): Arguments {
  const options = { port: { type: "string" }, data: { type: "string" }, grace: { type: "string" } } as const;
  const { values } = parseArgs({ args: [...list], options });
  if (values.data === undefined || values.data === "") throw new Error(`Say which data folder to use. ${usage}`);
  return {
    dataDir: resolve(values.data),
    port: readNumber("--port", values.port, 65_535, 1),
    graceSeconds: readNumber("--grace", values.grace, 86_400, 0.001),
  };
}

function readNumber(name: string, text: string | undefined, max: number, step: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  const fits = text.trim() !== "" && number >= 0 && number <= max && (step < 1 || Number.isInteger(number));
  if (!fits) throw new Error(`${name} must be a number from 0 to ${max}, not "${text}". ${usage}`);
  return number;
}

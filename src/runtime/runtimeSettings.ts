import * as z from "zod";

/** The settings of a server from its environment. */
export interface RuntimeSettings {
  readonly host: string;
  readonly port: number;
  /** Names that `Host` and `Origin` may contain besides those of this machine; `*` for any name. */
  readonly allowedHosts: readonly string[];
  readonly upstreamTimeoutMs: number;
  readonly upstreamMaxBytes: number;
}

/** A setting is invalid; the message names the variable. */
export class RuntimeSettingsError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "RuntimeSettingsError";
  }
}

export type RuntimeEnvironment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set, because `.env` files and container tools pass unset variables as empty. */
const optional = <T extends z.ZodType>(schema: T, fallback: z.output<T>) =>
  z
    .preprocess((value) => (value === "" ? undefined : value), schema.optional())
    .transform((value) => value ?? fallback);

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, "a whole number")
    .transform(Number)
    .pipe(z.number().min(least, `at least ${least}`).max(most, `at most ${most}`));

const environmentSchema = z.object({
  HOST: optional(z.string(), "127.0.0.1"),
  PORT: optional(wholeNumber(0, 65_535), 0),
  ALLOWED_HOSTS: optional(
    z.string().transform((text) => text.split(/[\s,]+/).filter((name) => name !== "")),
    [],
  ),
  UPSTREAM_TIMEOUT_MS: optional(wholeNumber(1, 3_600_000), 30_000),
  UPSTREAM_MAX_BYTES: optional(wholeNumber(1, 1024 ** 3), 10 * 1024 * 1024),
});

export function readRuntimeSettings(environment: RuntimeEnvironment): RuntimeSettings {
  const { data, error } = environmentSchema.safeParse(environment);
  if (!data) {
    const issue = error.issues[0];
    throw new RuntimeSettingsError(`${issue?.path.join(".")} must be ${issue?.message}.`, error);
  }
  return {
    host: data.HOST,
    port: data.PORT,
    allowedHosts: data.ALLOWED_HOSTS,
    upstreamTimeoutMs: data.UPSTREAM_TIMEOUT_MS,
    upstreamMaxBytes: data.UPSTREAM_MAX_BYTES,
  };
}

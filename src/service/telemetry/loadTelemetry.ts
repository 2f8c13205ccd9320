import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { ServiceContext } from "../context.ts";
import { programVersion, telemetryFile } from "../programFiles.ts";
import type { Telemetry } from "./telemetry.ts";

/**
 * Starts telemetry if `--otlp` or the environment names a receiver. Its bundle is loaded only then. The extension's package does
 * not contain it, so there the environment alone starts nothing.
 */
export async function loadTelemetry(
  otlp: string | undefined,
  environment: NodeJS.ProcessEnv,
  log: ServiceContext["log"],
): Promise<Telemetry | undefined> {
  const endpoint = otlp ?? (environment.OTEL_EXPORTER_OTLP_ENDPOINT || undefined);
  if (endpoint === undefined) return undefined;
  const file = telemetryFile();
  if (!existsSync(file)) {
    if (otlp !== undefined) throw new Error("--otlp needs the service of Fairlead's repository or container image.");
    log("warning", "OTEL_EXPORTER_OTLP_ENDPOINT is ignored, because the extension's package does not send telemetry.");
    return undefined;
  }
  checkEndpoint(otlp === undefined ? "OTEL_EXPORTER_OTLP_ENDPOINT" : "--otlp", endpoint);
  checkProtocol(environment);
  const bundle: typeof import("./otlpTelemetry.ts") = await import(pathToFileURL(file).href);
  log("info", `Telemetry goes to ${new URL(endpoint).origin}.`);
  return bundle.startOtlpTelemetry({ endpoint, version: programVersion(), log: (message) => log("warning", message) });
}

/** The message does not contain the value, which may have a password. */
function checkEndpoint(name: string, endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error(`${name} must be a URL like "http://127.0.0.1:4318".`);
  if (url.username !== "" || url.password !== "")
    throw new Error(`${name} must not contain a password. Put credentials into OTEL_EXPORTER_OTLP_HEADERS.`);
}

function checkProtocol(environment: NodeJS.ProcessEnv): void {
  for (const signal of ["", "TRACES_", "METRICS_"]) {
    const name = `OTEL_EXPORTER_OTLP_${signal}PROTOCOL`;
    const protocol = environment[name] || "http/protobuf";
    if (!/^http\/(protobuf|json)$/.test(protocol))
      throw new Error(`${name} must be http/protobuf or http/json, not "${protocol}".`);
  }
}

import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";

const root = join(import.meta.dirname, "../../../..");
const suite = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const client = join(root, "test/support/servers/conformanceClient.ts");

/**
 * Scenarios of @modelcontextprotocol/conformance 0.2.0-alpha.12. Not among them: logins without a user (client credentials, enterprise,
 * workload identity), DPoP, servers of 2025-03-26 without metadata, and the verification of skills, whose servers have no `skills/get`.
 */
const scenarios = [
  ...["initialize", "tools_call", "sse-retry", "request-metadata", "sep-2322-client-request-state"],
  ...["http-standard-headers", "http-custom-headers", "http-invalid-tool-headers", "json-schema-ref-no-deref"],
  "sep-2640-client-no-prefetch",
  ...["metadata-default", "metadata-var1", "metadata-var2", "metadata-var3", "basic-cimd"].map(
    (name) => `auth/${name}`,
  ),
  ...["from-www-authenticate", "from-scopes-supported", "omitted-when-undefined", "step-up", "retry-limit"].map(
    (name) => `auth/scope-${name}`,
  ),
  ...["basic", "post", "none"].map((name) => `auth/token-endpoint-auth-${name}`),
  ...["pre-registration", "2025-03-26-oauth-metadata-backcompat", "resource-mismatch"].map((name) => `auth/${name}`),
  ...["offline-access-scope", "offline-access-not-supported", "authorization-server-migration"].map(
    (name) => `auth/${name}`,
  ),
  ...["supported", "not-advertised", "supported-missing", "wrong-issuer", "unexpected", "normalized"].map(
    (name) => `auth/iss-${name}`,
  ),
  "auth/metadata-issuer-mismatch",
];
const checksSchema = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));

test.each(scenarios)("the client passes the official scenario %s", async (scenario) => {
  const folder = createTemporaryFolder();
  const command = `${process.execPath} ${client}`;
  const parameters = [suite, "client", "--command", command, "--scenario", scenario, "--output-dir", folder];
  // The exit code is 1 if a check failed, and the report says which.
  await promisify(execFile)(process.execPath, [...parameters, "--timeout", "90000"]).catch(() => undefined);
  const [report = ""] = globSync("**/checks.json", { cwd: folder });
  const checks = checksSchema.parse(JSON.parse(readFileSync(join(folder, report), "utf8")));
  expect(checks.some(({ status }) => status === "SUCCESS")).toBe(true);
  expect(checks.filter(({ status }) => status === "FAILURE")).toEqual([]);
});

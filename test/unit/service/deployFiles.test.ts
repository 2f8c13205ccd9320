import { readFileSync } from "node:fs";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseServiceArguments } from "../../../src/service/control/serviceArguments.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const readFixture = (name: string) => JSON.parse(read(`test/fixtures/${name}.json`));
const ajv = new AjvJsonSchemaValidator();

const compose = parse(read("media/deploy/compose.yaml"));
const objects = parseAllDocuments(read("media/deploy/kubernetes.yaml")).map((document) => document.toJS());

/**
 * Definitions of the Kubernetes API v1.35.0, without descriptions, and strict: an object may have no other properties. They are from
 * `src/gen/swagger.json.unprocessed` of https://github.com/kubernetes-client/javascript (Apache-2.0).
 */
const definitions = { ...readFixture("kubernetes/api-1.35"), ...readFixture("kubernetes/storage-1.35") };
const group = { "apps/v1": "apps.v1", v1: "core.v1" } as const;

test.each(objects.map((object) => [object.kind, object]))(
  "the %s of kubernetes.yaml is valid by the published schema",
  (kind, object) => {
    const $ref = `#/definitions/io.k8s.api.${group[object.apiVersion as keyof typeof group]}.${kind}`;
    const check = ajv.getValidator({ $ref, definitions } as object);
    expect(check(object)).toMatchObject({ valid: true });
    expect(check({ ...object, unknown: 1 }).valid, "a property that does not exist is found").toBe(false);
  },
);

test("the pod of kubernetes.yaml meets what Pod Security calls restricted", () => {
  const { spec } = objects.find(({ kind }) => kind === "Deployment").spec.template;
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  for (const { securityContext } of spec.containers)
    expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } });
  const kinds = spec.volumes.flatMap(({ name: _name, ...source }: object & { name: string }) => Object.keys(source));
  expect(kinds).toEqual(["persistentVolumeClaim", "secret", "emptyDir"]);
});

/** From `schema/compose-spec.json` of https://github.com/compose-spec/compose-spec (Apache-2.0), without descriptions. */
test("compose.yaml is valid by the schema of the Compose Specification", () => {
  const check = ajv.getValidator(readFixture("compose-spec"));
  expect(check(compose)).toMatchObject({ valid: true });
  const wrong = { ...compose, services: { fairlead: { ...compose.services.fairlead, unknown: 1 } } };
  expect(check(wrong).valid, "a property that does not exist is found").toBe(false);
});

test("the service accepts the options of both files", () => {
  const { containers } = objects.find(({ kind }) => kind === "Deployment").spec.template.spec;
  for (const args of [compose.services.fairlead.command, containers[0].args]) {
    const { publicAddress, drainSeconds = 0 } = parseServiceArguments(["--data", "/data", ...args]);
    expect(publicAddress).toMatchObject({ port: 8443, url: "https://fairlead.example.com" });
    expect(drainSeconds).toBeGreaterThan(0);
  }
});

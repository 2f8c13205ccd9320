import { readFileSync } from "node:fs";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { ApiObject } from "./apiObject.ts";

const readFixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/kubernetes/${name}.json`, import.meta.url), "utf8"));

/** The names of definitions by kind. */
const definitions: Readonly<Record<string, string>> = {
  Deployment: "io.k8s.api.apps.v1.Deployment",
  Service: "io.k8s.api.core.v1.Service",
  ConfigMap: "io.k8s.api.core.v1.ConfigMap",
  Secret: "io.k8s.api.core.v1.Secret",
  NetworkPolicy: "io.k8s.api.networking.v1.NetworkPolicy",
  Role: "io.k8s.api.rbac.v1.Role",
  RoleBinding: "io.k8s.api.rbac.v1.RoleBinding",
  ServiceAccount: "io.k8s.api.core.v1.ServiceAccount",
};

let validators: Map<string, (object: unknown) => { valid: boolean; errorMessage?: string | undefined }> | undefined;

/** Returns what the published schema says against an object, or undefined. */
export function findSchemaProblem(object: { readonly kind: string }): string | undefined {
  validators ??= createValidators();
  const validate = validators.get(object.kind);
  if (!validate) return `no kind "${object.kind}" is registered`;
  const { valid, errorMessage } = validate(object);
  return valid ? undefined : errorMessage;
}

function createValidators() {
  const api = readFixture("api-1.35");
  const ajv = new AjvJsonSchemaValidator();
  const entries = Object.entries(definitions).map(
    ([kind, name]) => [kind, ajv.getValidator({ $ref: `#/definitions/${name}`, definitions: api } as object)] as const,
  );
  return new Map(entries);
}

/** What the Pod Security Standard `restricted` says against a pod, in the words of the admission controller. */
export function listRestrictedViolations(spec: ApiObject["spec"]): string[] {
  const pod = spec.securityContext ?? {};
  return [...(spec.initContainers ?? []), ...spec.containers].flatMap((container: ApiObject["spec"]) => {
    const own = container.securityContext ?? {};
    const has = (isBad: boolean, text: string) => (isBad ? [text] : []);
    const seccomp = (own.seccompProfile ?? pod.seccompProfile)?.type;
    return [
      ...has(own.allowPrivilegeEscalation !== false, "allowPrivilegeEscalation != false"),
      ...has(
        !own.capabilities?.drop?.includes("ALL"),
        'unrestricted capabilities (must set securityContext.capabilities.drop=["ALL"])',
      ),
      ...has((own.runAsNonRoot ?? pod.runAsNonRoot) !== true, "runAsNonRoot != true"),
      ...has((own.runAsUser ?? pod.runAsUser) === 0, "runAsUser=0"),
      ...has(
        seccomp !== "RuntimeDefault" && seccomp !== "Localhost",
        "seccompProfile (must set to RuntimeDefault or Localhost)",
      ),
    ];
  });
}

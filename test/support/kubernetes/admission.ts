import { readFileSync } from "node:fs";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { type ApiObject, ApiRefusal } from "./apiObject.ts";

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

/** Refuses what the API server itself refuses before it saves an object. */
export function checkObject(object: ApiObject, existing: ApiObject | undefined): void {
  const { name } = object.metadata;
  const problem = findSchemaProblem(object);
  if (problem !== undefined) throw new ApiRefusal(422, "Invalid", `${object.kind} "${name}" is invalid: ${problem}`);
  const isLabel = object.kind === "Service" ? /^[a-z]([-a-z0-9]*[a-z0-9])?$/ : /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;
  if (!isLabel.test(name) || name.length > (object.kind === "Service" ? 63 : 253))
    throw new ApiRefusal(422, "Invalid", `${object.kind} "${name}" is invalid: metadata.name: Invalid value`);
  for (const value of Object.values(object.metadata.labels ?? {}))
    if (!/^([a-zA-Z0-9]([\w.-]{0,61}[a-zA-Z0-9])?)?$/.test(value))
      throw new ApiRefusal(
        422,
        "Invalid",
        `${object.kind} "${name}" is invalid: metadata.labels: Invalid value: "${value}"`,
      );
  if (
    existing &&
    object.kind === "Deployment" &&
    JSON.stringify(existing.spec.selector) !== JSON.stringify(object.spec.selector)
  )
    throw new ApiRefusal(422, "Invalid", `Deployment "${name}" is invalid: spec.selector: field is immutable`);
  if (object.kind === "Deployment") checkSelector(object);
}

function checkSelector({ metadata, spec }: ApiObject): void {
  const labels = spec.template.metadata.labels ?? {};
  for (const [label, value] of Object.entries(spec.selector.matchLabels))
    if (labels[label] !== value)
      throw new ApiRefusal(
        422,
        "Invalid",
        `Deployment "${metadata.name}" is invalid: spec.template.metadata.labels: \`selector\` does not match template \`labels\``,
      );
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

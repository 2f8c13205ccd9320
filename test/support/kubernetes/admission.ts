import { readFileSync } from "node:fs";
import { isIPv4 } from "node:net";
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

/**
 * The exceptions of the blocks of addresses in the rules of a policy that the API server refuses: each is to be a smaller network of its
 * block. It takes IPv4-mapped addresses for IPv4, which no block of IPv6 contains.
 */
export function listRefusedExceptions(rules: readonly ApiObject["spec"][]): string[] {
  const read = (cidr: string) => {
    const [address = "", prefix] = cidr.split("/");
    return { isIpv4: isIPv4(address) || address.startsWith("::ffff:"), prefix: Number(prefix) };
  };
  const blocks = rules.flatMap(({ to }) => to).flatMap(({ ipBlock }: ApiObject["spec"]) => ipBlock ?? []);
  return blocks.flatMap(({ cidr, except = [] }: ApiObject["spec"]) => {
    const block = read(cidr);
    return except.filter((one: string) => read(one).isIpv4 !== block.isIpv4 || read(one).prefix <= block.prefix);
  });
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

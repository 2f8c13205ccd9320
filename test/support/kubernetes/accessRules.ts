import { ApiRefusal, type Resource, resources } from "./apiObject.ts";

/** A rule of a Role (rbac.authorization.k8s.io/v1). */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** What a token may do; `undefined`: everything. */
export type TokenRules = ReadonlyMap<string, readonly PolicyRule[] | undefined>;

const user = "system:serviceaccount:servers:fairlead";

/** Refuses a request whose token is unknown (401) or may not do it (403). */
export function checkAccess(
  rules: TokenRules,
  authorization: string | undefined,
  {
    verb,
    resource,
    subresource,
    namespace,
  }: { verb: string; resource: Resource; subresource?: string | undefined; namespace: string },
): void {
  const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
  if (!rules.has(token)) throw new ApiRefusal(401, "Unauthorized", "Unauthorized");
  const { group } = resources[resource];
  const name = subresource === undefined ? resource : `${resource}/${subresource}`;
  const own = rules.get(token);
  const isAllowed = own?.some(
    (rule) => rule.apiGroups.includes(group) && rule.resources.includes(name) && rule.verbs.includes(verb),
  );
  if (own === undefined || isAllowed) return;
  const what = group === "" ? name : `${resource}.${group}`;
  const message = `${what} is forbidden: User "${user}" cannot ${verb} resource "${name}" in API group "${group}" in the namespace "${namespace}"`;
  throw new ApiRefusal(403, "Forbidden", message);
}

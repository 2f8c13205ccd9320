import { type DialectProfile, isSettableHeader, type OperationProfile } from "../../contract/dialectProfile.ts";
import { operationNames } from "../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { bodyFacts } from "./documentedBody.ts";
import { queryFacts } from "./documentedQuery.ts";
import type { DocumentedOperation, OpenApi } from "./openApi.ts";
import { isTenantHeader } from "./tenantHeader.ts";

/** What a document says of how a service wants to be asked, added to what is known already: that was proven. */
export function learnDocument(profile: DialectProfile, document: OpenApi, base: URL): DialectProfile {
  const basePath = base.pathname.replace(/\/+$/, "");
  const found = new Map<OperationName, DocumentedOperation>();
  for (const name of operationNames) {
    const { method, path } = operationTable[name];
    const documented = document.find(method, path, basePath);
    if (documented) found.set(name, documented);
  }
  // A document of something else, or of a part, says nothing of what is missing in it.
  const isWhole = found.size * 2 >= operationNames.length;
  const learned = operationNames.flatMap((name) => {
    const documented = found.get(name);
    const facts = documented ? factsOf(name, document, documented) : isWhole ? { offered: false } : {};
    const all: OperationProfile = { ...facts, ...profile.operations[name] };
    return Object.keys(all).length > 0 ? [[name, all] as const] : [];
  });
  const tenant = profile.tenant ?? tenantIn([...found.values()]);
  return { ...profile, ...(tenant && { tenant }), operations: Object.fromEntries(learned) };
}

function factsOf(name: OperationName, document: OpenApi, documented: DocumentedOperation): OperationProfile {
  const query = queryFacts(name, document, documented);
  const body = bodyFacts(name, document, documented, query.select);
  const params = { ...query.params, ...body.params };
  return { ...query, ...body, ...(Object.keys(params).length > 0 && { params }) };
}

/** The header for the organization, where operations name one. */
function tenantIn(documented: readonly DocumentedOperation[]): DialectProfile["tenant"] {
  const names = documented.flatMap(({ parameters }) =>
    parameters
      .filter((one) => one.in === "header" && isTenantHeader(one.name) && isSettableHeader(one.name))
      .map(({ name }) => name),
  );
  // One that selects a single thing is not sent with all the others.
  const often = names.find((name) => names.filter((other) => other === name).length * 2 >= documented.length);
  return often === undefined ? undefined : { header: often };
}

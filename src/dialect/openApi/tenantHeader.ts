/** Whether a header of a document is the organization's. */
export const isTenantHeader = (name: string) =>
  /^(?:[a-z][a-z0-9]*-)*(?:organi[sz]ations?|org|tenant|workspace|account|team)(?:-(?:id|slug|name|uuid|ref))?$/i.test(
    name,
  );

/** Scheme of the documents that are in no file; apart, because it is needed before anything is loaded. */
export const virtualScheme = "fairlead";

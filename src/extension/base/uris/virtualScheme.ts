/** The scheme of documents without a file; a separate file because it is needed at startup. */
export const virtualScheme = "fairlead";

/** The tool of generated servers in search mode that calls any of their operations. Other tools of the mode only find and describe them. */
export const searchCallTool = "call_operation";

/** The name of an operation that is called by the search, where tools are listed and counted. */
export const formatSearchedTool = (operation: string): string => `${searchCallTool} ${operation}`;

/** The operation of such a name; a name of any other tool as it is. */
export const readSearchedTool = (name: string): string =>
  name.startsWith(formatSearchedTool("")) ? name.slice(formatSearchedTool("").length) : name;

/** Above this number of tools a server offers search, describe and call instead, unless `maxTools` says otherwise. */
export const defaultMaxTools = 80;

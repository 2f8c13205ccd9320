/** The entry of a server that a container engine builds, in any language. A server with a module as its entry may have the file too. */
export const dockerfile = "Dockerfile";

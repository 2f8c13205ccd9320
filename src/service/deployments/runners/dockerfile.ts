/** The entry of a server that a container engine builds, in any language. A server with a module as its entry may have the file too. */
export const dockerfile = "Dockerfile";

/** The image of a program for Node, whose files and packages are in the folder `server` of the context. */
export function createNodeDockerfile(baseImage: string, entry: string): string {
  return `FROM ${baseImage}
COPY server/ /server/
WORKDIR /server
USER 65532:65532
CMD ${JSON.stringify(["node", `/server/${entry}`])}
`;
}

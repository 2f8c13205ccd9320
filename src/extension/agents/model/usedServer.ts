/** What an agent's file names: a server, a preview of one, or the service itself, whose tools deploy and test servers. */
export interface UsedServer {
  readonly id: string;
  readonly name: string;
}

/** A preview as agents use it, under an id and a name of its own: its URL is another one, and ends with it. */
export const createPreviewUse = ({ id, name }: UsedServer, version: string): UsedServer => ({
  id: `${id}@${version}`,
  name: `${name} preview ${version}`,
});

/** The server of an id that agents use, and the version of its preview. */
export function splitUsedId(used: string): { readonly id: string; readonly preview?: string } {
  const [id = used, preview] = used.split("@", 2);
  return { id, ...(preview !== undefined && { preview }) };
}

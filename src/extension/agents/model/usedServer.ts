/** What an agent's file names: a server, a preview of one, or the service itself, whose tools deploy and test servers. */
export interface UsedServer {
  readonly id: string;
  readonly name: string;
  /** The version of the preview. */
  readonly preview?: string | undefined;
}

/** A preview as agents use it, under a name of its own: its URL is another one, and ends with it. */
export const createPreviewUse = ({ id, name }: UsedServer, preview: string): UsedServer => ({
  id,
  name: `${name} preview ${preview}`,
  preview,
});

/** Texts made for reading, such as an answer's JSON: kept for as long as the window, by id. */
export interface TextDocuments {
  read(id: string): string | undefined;
  /** Answers the text's id. */
  keep(text: string): string;
}

/** Older ones are forgotten; whoever still sees one keeps seeing it. */
const most = 50;

export function createTextDocuments(): TextDocuments {
  const kept = new Map<string, string>();
  let count = 0;
  return {
    read: (id) => kept.get(id),
    keep: (text) => {
      count += 1;
      const id = String(count);
      kept.set(id, text);
      kept.delete(String(count - most));
      return id;
    },
  };
}

/** Read-only texts such as a response's JSON, retained by id while the window is open. */
export interface TextDocuments {
  read(id: string): string | undefined;
  /** Returns the text's id. */
  keep(text: string): string;
}

/** Older texts are cleared; an open document still shows its text. */
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

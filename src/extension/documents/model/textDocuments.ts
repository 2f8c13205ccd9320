/** Read-only texts such as a response's JSON, retained by id while the window is open. */
export interface TextDocuments {
  read(id: string): string | undefined;
  /** Returns the text's id. */
  add(text: string): string;
}

/** Older texts are cleared; an open document still shows its text. */
const most = 50;

export function createTextDocuments(): TextDocuments {
  const texts = new Map<string, string>();
  let count = 0;
  return {
    read: (id) => texts.get(id),
    add: (text) => {
      count += 1;
      const id = String(count);
      texts.set(id, text);
      texts.delete(String(count - most));
      return id;
    },
  };
}

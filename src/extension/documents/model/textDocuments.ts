export type TextDocuments = ReturnType<typeof createTextDocuments>;

/** Older texts are cleared; an open document still shows its text. */
const most = 50;

/** Read-only texts such as a response's JSON, retained by id while the window is open. */
export function createTextDocuments() {
  const texts = new Map<string, string>();
  let count = 0;
  return {
    read: (id: string): string | undefined => texts.get(id),
    /** Returns the text's id. */
    add: (text: string): string => {
      count += 1;
      const id = String(count);
      texts.set(id, text);
      texts.delete(String(count - most));
      return id;
    },
  };
}

import { waitOrShow } from "../waitOrShow.ts";

/** A page of a panel that keeps all that the panel posts. */
export function createRecordedWebview<Message>() {
  const posted: Message[] = [];
  const titles: string[] = [];
  const closed = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  const post = (message: Message) => {
    posted.push(message);
    notify();
  };
  /** Waits until a value is found, after any message or notification. */
  const waitFor = <T>(find: () => T | undefined): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    const listener = () => {
      const found = find();
      if (found === undefined) return;
      listeners.delete(listener);
      resolve(found);
    };
    listeners.add(listener);
    listener();
    return waitOrShow(promise, () => posted);
  };
  const webview = { post, setTitle: (text: string) => void titles.push(text), close: () => closed.resolve() };
  return { webview, posted, titles, notify, waitFor, closed: closed.promise };
}

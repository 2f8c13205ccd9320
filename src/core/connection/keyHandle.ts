/** A key in use. After it is cleared, `read` returns nothing. */
export interface KeyHandle {
  readonly read: () => string | undefined;
  readonly clear: () => void;
}

export function createKeyHandle(key: string): KeyHandle {
  let current: string | undefined = key;
  return {
    read: () => current,
    clear: () => {
      current = undefined;
    },
  };
}

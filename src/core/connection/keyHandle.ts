/** A key in use. After it is cleared, `read` returns nothing. */
export interface KeyHandle {
  readonly read: () => string | undefined;
  readonly forget: () => void;
}

export function createKeyHandle(key: string): KeyHandle {
  let held: string | undefined = key;
  return {
    read: () => held,
    forget: () => {
      held = undefined;
    },
  };
}

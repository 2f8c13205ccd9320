/** A key in use. Whoever was given `read` has nothing left when it is forgotten. */
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

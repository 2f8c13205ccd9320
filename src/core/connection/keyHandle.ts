/** A key in use. Whoever was given `read` has nothing left when it is forgotten. */
export interface HeldKey {
  readonly read: () => string | undefined;
  readonly forget: () => void;
}

export function holdKey(key: string): HeldKey {
  let held: string | undefined = key;
  return {
    read: () => held,
    forget: () => {
      held = undefined;
    },
  };
}

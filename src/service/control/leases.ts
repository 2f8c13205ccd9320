export interface WindowLeases {
  /** One more window needs the service; the answer gives the lease back. */
  hold(): () => void;
  /** From now on nobody holding a lease for the grace means that nobody needs the service. */
  watch(): void;
  close(): void;
}

/** Counts who needs the service, and tells once nobody did for `graceMs` (a window that reloads comes back in it). */
export function createWindowLeases(graceMs: number, onIdle: () => void): WindowLeases {
  let held = 0;
  let watched = false;
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    if (watched && held === 0) timer = setTimeout(onIdle, graceMs);
  };
  return {
    hold: () => {
      held += 1;
      settle();
      let given = false;
      return () => {
        if (given) return;
        given = true;
        held -= 1;
        settle();
      };
    },
    watch: () => {
      watched = true;
      settle();
    },
    close: () => {
      watched = false;
      clearTimeout(timer);
    },
  };
}

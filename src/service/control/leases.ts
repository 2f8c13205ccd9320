export interface WindowLeases {
  /** One more window needs the service. The returned function releases the lease. */
  acquire(): () => void;
  /** Starts to call `onIdle` when the grace period passes without a lease. */
  enableIdleStop(): void;
  close(): void;
}

/** Counts the windows that need the service. The grace period covers a window that reloads. */
export function createWindowLeases(graceMs: number, onIdle: () => void): WindowLeases {
  let count = 0;
  let idleStopEnabled = false;
  let timer: NodeJS.Timeout | undefined;
  const updateTimer = () => {
    clearTimeout(timer);
    if (idleStopEnabled && count === 0) timer = setTimeout(onIdle, graceMs);
  };
  return {
    acquire: () => {
      count += 1;
      updateTimer();
      let released = false;
      return () => {
        if (released) return;
        released = true;
        count -= 1;
        updateTimer();
      };
    },
    enableIdleStop: () => {
      idleStopEnabled = true;
      updateTimer();
    },
    close: () => {
      idleStopEnabled = false;
      clearTimeout(timer);
    },
  };
}

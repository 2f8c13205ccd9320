export interface Viewport {
  /** Pixels above the visible part. */
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** Extra rows beyond each edge, so that a quick scroll shows no gap. */
const overscan = 4;
/** The most rows that have an element, however tall the window is. */
const maxRows = 190;

/** Computes which rows need an element: from `first` to before `end`. */
export function computeVisibleRows({ top, height, rowHeight, count }: Viewport): {
  readonly first: number;
  readonly end: number;
} {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - overscan);
  const end = Math.min(count, first + maxRows, Math.ceil((top + height) / rowHeight) + overscan);
  return { first, end: Math.max(first, end) };
}

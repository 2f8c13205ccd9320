export interface Viewport {
  /** Pixels above what is seen. */
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** Rows beyond each edge, so that a quick scroll finds something there. */
const overscan = 4;
/** However tall the window is. */
const most = 190;

/** Which rows need an element where all are of one height: from `first` up to, and without, `end`. */
export function computeVisibleRows({ top, height, rowHeight, count }: Viewport): {
  readonly first: number;
  readonly end: number;
} {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - overscan);
  const end = Math.min(count, first + most, Math.ceil((top + height) / rowHeight) + overscan);
  return { first, end: Math.max(first, end) };
}

/** Lines of one width on 16 x 16, which take the colour of the text beside them in any theme. */
export const iconPaths = {
  pass: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM5.2 8.2l2 2 3.6-4.2",
  error: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
  warning: "M8 2 14.4 13.6H1.6ZM8 6.4v3.4M8 11.8v.1",
  question:
    "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.3M8 11.4v.1",
  clock: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 4.6V8l2.4 1.6",
  busy: "M8 1.8A6.2 6.2 0 1 1 1.8 8",
  stop: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM5.8 5.8h4.4v4.4H5.8Z",
  pause: "M5.2 3.5v9M10.8 3.5v9",
  history: "M2.2 8a5.8 5.8 0 1 0 1.7-4.1M2 2v3h3M8 5v3.2l2.2 1.3",
  skip: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM5 8h6",
  up: "M3.5 10 8 5.5l4.5 4.5",
  down: "M3.5 6 8 10.5 12.5 6",
  right: "M6 3.5 10.5 8 6 12.5",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.5 6.5 12 13 4.5",
} as const;
export type IconName = keyof typeof iconPaths;

/** Word and icon show the state; the tone only repeats it in colour. */
export interface StateLabel {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: "good" | "bad" | "warn" | "busy" | "calm";
}

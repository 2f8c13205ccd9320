/** `Error: text`, `TypeError [ERR_CODE]: text`, `Uncaught RangeError: text`, `pkg.CustomError`; the parts are the class and the text. */
const errorHeading = /^(?:Uncaught )?((?:[\w$]+\.)*(?:[A-Z][\w$]*)?(?:Error|Exception))(?: \[\w+\])?(?:: ?(.*)| *\{?)$/;
/** The heading that Node prints for a rejected promise whose reason is no error. */
const rejectionHeading = /^\[?UnhandledPromiseRejection\b[^:]*: *(.*)/;

/** The message of a line that names an error; undefined for another line. The message of a plain `Error` omits the class. */
export function readErrorHeading(line: string): string | undefined {
  const [, name, text = ""] = errorHeading.exec(line) ?? rejectionHeading.exec(line)?.toSpliced(1, 0, "Error") ?? [];
  if (name === undefined) return undefined;
  const message = text.replace(/ \{$/, "").trim();
  if (message === "") return name;
  return name === "Error" ? message : `${name}: ${message}`;
}

/** The position that Node prints above an uncaught error: `file:///code/server.mjs:12`. */
export function isErrorPosition(line: string): boolean {
  return /^(?:file:\/\/|node:|\/|[A-Za-z]:[\\/])\S.*:\d+$/.test(line);
}

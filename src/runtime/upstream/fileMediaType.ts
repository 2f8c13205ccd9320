/** What files of a type begin with, in hexadecimal digits. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^89504e470d0a/, "image/png"],
  [/^ffd8ff/, "image/jpeg"],
  [/^47494638/, "image/gif"],
  [/^52494646.{8}57454250/, "image/webp"],
  [/^.{8}6674797061766966/, "image/avif"],
  [/^(49492a00|4d4d002a)/, "image/tiff"],
  [/^424d.{8}00000000/, "image/bmp"],
  [/^255044462d/, "application/pdf"],
  [/^504b0304/, "application/zip"],
  [/^1f8b/, "application/gzip"],
  [/^(494433|fff[b3a])/, "audio/mpeg"],
  [/^52494646.{8}57415645/, "audio/wav"],
  [/^4f676753/, "audio/ogg"],
  [/^664c6143/, "audio/flac"],
  [/^.{8}66747970/, "video/mp4"],
  [/^1a45dfa3/, "video/webm"],
];

/** The type that the first bytes of a file show, if it is one of the declared types and ranges such as `image/*`. None allows any. */
export function detectMediaType(bytes: Uint8Array, declared: readonly string[]): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const type = signatures.find(([signature]) => signature.test(start))?.[1];
  const allows = (range: string) => range === "*/*" || range === type || range === type?.replace(/\/.*/, "/*");
  return declared.length === 0 || declared.some(allows) ? type : undefined;
}

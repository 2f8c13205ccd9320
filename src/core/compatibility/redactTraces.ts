import { maskSecrets } from "../../text/maskSecrets.ts";

/** What a URL holds beside its place: who asks, the values of its query, and its fragment. */
const ofUrls = [
  [/(:\/\/)[^\s/?#@"'<>]+@/g, "$1***@"],
  [/([?&][^\s=&?#"'<>]+=)[^\s&#"'<>]+/g, "$1***"],
  [/(:\/\/[^\s#"'<>]*#)[^\s"'<>]+/g, "$1***"],
] as const;

/** A text that may be sent to others: no secret, nothing of a URL but its place, and `~` for the user's folder. */
export function redactTraces(text: string, known: readonly string[], home: string): string {
  const clean = maskSecrets(withoutHome(text, home), known);
  return ofUrls.reduce((rest, [form, mark]) => rest.replaceAll(form, mark), clean);
}

/** Also as a URI has it, and as Windows spells it with either slash. */
function withoutHome(text: string, home: string): string {
  const folder = home.replace(/[\\/]+$/, "");
  if (folder.length < 3) return text;
  const slashed = folder.replaceAll("\\", "/");
  const forms = new Set([folder, slashed, encodeURI(slashed), encodeURI(slashed).replaceAll(":", "%3A")]);
  const any = [...forms].map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  return text.replaceAll(new RegExp(`(?:${any})(?![\\p{L}\\d_-])`, "giu"), "~");
}

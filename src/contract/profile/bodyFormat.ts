import * as z from "zod";

/** How bodies are written. A form has lists as `a[]=1&a[]=2`, or as `a=1&a=2` if repeated. */
export const bodyFormats = ["json", "form", "formRepeated", "multipart"] as const;
export const bodyFormat = z.enum(bodyFormats);
export type BodyFormat = z.output<typeof bodyFormat>;

export { isUnderstood, organizationIn } from "../read/understood.ts";

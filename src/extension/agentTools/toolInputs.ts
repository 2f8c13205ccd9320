import * as z from "zod";

// Inputs of several tools, described for models.

const name = z.string().min(1).max(200);
export const serverInput = name.describe("Name or id of the server.");
export const skillInput = name.describe("Name or id of the published skill.");
export const limitInput = z.int().min(1).max(50).default(25).describe("Most to answer at once.");
export const skipInput = z.int().min(0).default(0).describe("How many to skip, to read on.");

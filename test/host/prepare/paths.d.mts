export const root: string;
export const toolsFolder: string;
export const binFolder: string;
export const nodeFile: string;
export const vscodeFolder: string;
export function chromiumFolder(): string;
export function projectEnvironment(): NodeJS.ProcessEnv;

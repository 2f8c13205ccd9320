/** Above this number of tools a server offers search, describe and call instead, unless `maxTools` says otherwise. */
export const defaultMaxTools = 80;

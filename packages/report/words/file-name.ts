/** The last part of a path, of whichever system. */
export const fileName = (path: string): string => /[^/\\]*$/.exec(path.replace(/[/\\]+$/, ''))?.[0] || path;

/**
 * The path below which this page is served: empty at the root of a host, else like `/stet`. The built scripts are in `assets`, one
 * folder below it, so that one build runs at any path.
 */
export const basePath = import.meta.env.DEV ? '' : new URL('..', import.meta.url).pathname.replace(/\/$/, '')

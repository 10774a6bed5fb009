/**
 * The query with which the page was opened, read before the router rewrites it: a code that looks like a number would lose digits. A sign-in comes
 * back by opening the page, so this is always of the newest one.
 */
export const returnedQuery = new URLSearchParams(globalThis.location?.search ?? '')

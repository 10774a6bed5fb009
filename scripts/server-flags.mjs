/**
 * Flags of the server's Node. Many runs at once keep more objects alive than V8's young generation usually holds, and it copies them again and
 * again: with a larger one a token costs a few percent less (`npm run bench runs`). It grows only when needed.
 */
export const serverFlags = ['--max-semi-space-size=32']

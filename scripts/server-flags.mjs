/**
 * What the server's Node is started with. Many runs at once keep more alive than V8's nursery usually holds, and it would be copied over
 * and over: with more room a token costs a few percent less (`npm run bench runs`). It grows only when it is needed.
 */
export const serverFlags = ['--max-semi-space-size=32']

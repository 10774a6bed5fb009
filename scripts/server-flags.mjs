/**
 * What the server's Node is started with. Many runs at once keep more alive than V8's small nursery holds, which would copy it over and
 * over: with room for it, collecting takes half the time. It grows only when it is needed.
 */
export const serverFlags = ['--max-semi-space-size=32']

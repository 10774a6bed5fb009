/** A message that ends with this is answered with a long text. */
export const LONG_ANSWER = 'Count'
/** What a long text consists of. */
export const TOKEN = ' token'
export const TOKENS = 950

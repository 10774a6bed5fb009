/** What a request said cannot be put together any more: a row or a pack is damaged. It costs that request and those built on it. */
export class UnreadableSheet extends Error {
  override readonly name = 'UnreadableSheet'
}

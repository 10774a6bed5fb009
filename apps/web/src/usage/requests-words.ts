/** How many requests a sum is made of, and how many of them have not told their end. */
export function requestsWords({ requests, open }: { readonly requests: number; readonly open: number }): string {
  if (requests === 0) return 'No request of its own yet.'
  const all = `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}, titles and summaries included`
  return open === 0 ? `${all}.` : `${all}; ${open} under way, counted at ${open === 1 ? 'its' : 'their'} end.`
}

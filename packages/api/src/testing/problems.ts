/** What a refusal says to programs. */
export async function problemOf(response: Response) {
  const { status, code, field } = await response.json()
  return { type: response.headers.get('content-type'), status: response.status, body: { status, code, field } }
}

export function problem(status: number, code: string, field?: string) {
  return { type: 'application/problem+json', status, body: { status, code, field } }
}

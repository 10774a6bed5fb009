import { type Asked, fenced, type Scene, say } from '../scene.ts'

interface Sample {
  readonly language: string
  readonly fence: string
  readonly matches: RegExp
  readonly code: string
}

/** One function, in several languages: the path from the first message of a tree down to a tip. */
const samples: readonly Sample[] = [
  {
    language: 'TypeScript',
    fence: 'ts',
    matches: /\b(?:typescript|javascript|ts|js)\b/iu,
    code: `
function pathTo(tip: string, messages: Map<string, Message>): Message[] {
  const path: Message[] = []
  let at = messages.get(tip)
  while (at !== undefined) {
    path.push(at)
    at = at.parentId === null ? undefined : messages.get(at.parentId)
  }
  return path.reverse()
}`,
  },
  {
    language: 'Python',
    fence: 'python',
    matches: /\bpython\b/iu,
    code: `
def path_to(tip: str, messages: dict[str, Message]) -> list[Message]:
    """Walk up from a message, then turn the way around."""
    path = []
    at = messages.get(tip)
    while at is not None:
        path.append(at)
        at = messages.get(at.parent_id)
    return path[::-1]`,
  },
  {
    language: 'Rust',
    fence: 'rust',
    matches: /\brust\b/iu,
    code: `
fn path_to<'a>(tip: &str, messages: &'a HashMap<String, Message>) -> Vec<&'a Message> {
    let parent = |at: &&'a Message| at.parent_id.as_ref().and_then(|id| messages.get(id));
    let mut path: Vec<_> = std::iter::successors(messages.get(tip), parent).collect();
    path.reverse();
    path
}`,
  },
  {
    language: 'Go',
    fence: 'go',
    matches: /\b(?:go|golang)\b/iu,
    code: `
func pathTo(tip string, messages map[string]Message) []Message {
	var path []Message
	for at, ok := messages[tip]; ok; at, ok = messages[at.ParentID] {
		path = append(path, at)
	}
	slices.Reverse(path)
	return path
}`,
  },
  {
    language: 'SQL',
    fence: 'sql',
    matches: /\bsql\b/iu,
    code: `
WITH RECURSIVE path(id, parent_id, body, depth) AS (
  SELECT id, parent_id, body, 0 FROM messages WHERE id = :tip
  UNION ALL
  SELECT m.id, m.parent_id, m.body, path.depth + 1
  FROM messages AS m JOIN path ON m.id = path.parent_id
)
SELECT id, body FROM path ORDER BY depth DESC;`,
  },
]

export const code: Scene = {
  name: 'code',
  invitation: {
    say: 'code',
    get: 'one function in TypeScript, Python, Rust, Go and SQL; or name one of them, as in `code in Rust`',
  },
  matches: /\b(?:code|program(?:ming)?|function|typescript|javascript|python|rust|golang|sql)\b/iu,
  play: ({ text }: Asked) => {
    const named = samples.filter(sample => sample.matches.test(text))
    const shown = named.length > 0 ? named : samples
    const blocks = shown.map(sample => `**${sample.language}**\n\n${fenced(sample.fence, sample.code)}`)
    const opening = 'From a message, the path back to the first one, which is what a page shows of a tree:'
    return say([opening, ...blocks].join('\n\n'))
  },
}

/**
 * The facts about a chat that are one plain value. Each is declared here and nowhere else: its type, its schema in the store, what an older row
 * reads as, whether a fork has it too and whether the list of chats shows it. Facts of more than one value are in `chat.ts`.
 */
export const plainFacts = {
  /** Which of its workspace's lists a chat is in. */
  place: { kind: 'choice', choices: ['open', 'pinned', 'archived'], blank: 'open', fork: 'blank', listed: true },
  /** The directories that its tools can reach, in the order in which they were exposed (T7). */
  roots: { kind: 'texts', blank: [], fork: 'copied', listed: false },
  /** When the home begins to delete it: the user deleted it, and until then that can be undone. Null for any other chat. */
  deleteAt: { kind: 'number', blank: null, fork: 'blank', listed: true },
} as const satisfies { readonly [name: string]: PlainFact }

export type PlainFact = FactValue & {
  /** Whether a fork has it too. */
  readonly fork: 'copied' | 'blank'
  /** Whether the list of chats shows it. Each costs bytes for every chat of every list: a hundred chats stay under 30 kB. */
  readonly listed: boolean
}

/** `blank` is what a new chat has, and what a row reads as that was written before the fact existed. A fact whose `blank` is null may be null. */
type FactValue =
  | { readonly kind: 'switch'; readonly blank: boolean }
  | { readonly kind: 'number'; readonly blank: number | null }
  | { readonly kind: 'text'; readonly blank: string | null }
  | { readonly kind: 'texts'; readonly blank: readonly string[] }
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly blank: string | null }

/** The value of a fact that is declared so. */
export type ValueOfFact<Declared> = KindOf<Declared> | (Declared extends { blank: null } ? null : never)

type KindOf<Declared> = Declared extends { kind: 'choice'; choices: readonly (infer Value)[] }
  ? Value
  : Declared extends { kind: 'switch' }
    ? boolean
    : Declared extends { kind: 'number' }
      ? number
      : Declared extends { kind: 'texts' }
        ? readonly string[]
        : string

export type PlainFacts = { readonly [Name in keyof typeof plainFacts]: ValueOfFact<(typeof plainFacts)[Name]> }

export type ListedFact = {
  [Name in keyof PlainFacts]: (typeof plainFacts)[Name] extends { listed: true } ? Name : never
}[keyof PlainFacts]

/** A server that may run on the user's computer: its usual port, and how its list of models is recognised. */
export interface LocalServer {
  /** The id of the preset that speaks to it. */
  readonly preset: string
  readonly port: number
  /** What is asked, in turn, until one is answered as only this server answers. */
  readonly asks: readonly {
    readonly path: string
    /** The models that it has; null when this is not its answer. */
    readonly read: (answer: unknown) => readonly string[] | null
  }[]
}

export const localServers: readonly LocalServer[] = [
  {
    preset: 'ollama',
    port: 11_434,
    asks: [{ path: '/api/tags', read: answer => namesOf(answer, 'models', 'name', ({ digest }) => isText(digest)) }],
  },
  {
    preset: 'llama-cpp',
    port: 8_080,
    asks: [
      {
        path: '/v1/models',
        read: answer => nonEmpty(namesOf(answer, 'data', 'id', ({ owned_by }) => owned_by === 'llamacpp')),
      },
    ],
  },
  {
    preset: 'lm-studio',
    port: 1_234,
    asks: [
      { path: '/api/v1/models', read: answer => namesOf(answer, 'models', 'key', isOfLmStudio, isForText) },
      { path: '/api/v0/models', read: answer => namesOf(answer, 'data', 'id', isOfLmStudio, isForText) },
    ],
  },
]

type Fields = Readonly<Record<string, unknown>>

/** The names in a list whose every entry is of the right make; null when it is no such list. */
function namesOf(
  answer: unknown,
  list: string,
  name: string,
  isOfIt: (entry: Fields) => boolean,
  isWanted: (entry: Fields) => boolean = () => true,
): readonly string[] | null {
  const entries = isFields(answer) ? answer[list] : undefined
  if (!Array.isArray(entries)) return null
  const names: string[] = []
  for (const entry of entries) {
    if (!isFields(entry) || !isText(entry[name]) || !isOfIt(entry)) return null
    if (isWanted(entry)) names.push(entry[name])
  }
  return names
}

/** A list of nothing says nothing of who sent it where many servers have one of this form. */
function nonEmpty(names: readonly string[] | null): readonly string[] | null {
  return names === null || names.length === 0 ? null : names
}

function isOfLmStudio({ type, publisher }: Fields): boolean {
  return isText(type) && isText(publisher)
}

function isForText({ type }: Fields): boolean {
  return type === 'llm' || type === 'vlm'
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

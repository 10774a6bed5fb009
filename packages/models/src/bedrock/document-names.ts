/** Names documents as Bedrock takes them: of few characters, and no name twice in a request. */
export interface DocumentNames {
  name(fileName: string): string
}

const LONGEST_NAME = 150

export function createDocumentNames(): DocumentNames {
  const taken = new Set<string>()
  return {
    name(fileName) {
      const plain = fileName
        .replace(/\.[a-z0-9]{1,5}$/i, '')
        .replace(/[^a-zA-Z0-9\s()[\]-]/g, '-')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, LONGEST_NAME)
      const base = plain === '' ? 'document' : plain
      let name = base
      for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`
      taken.add(name)
      return name
    },
  }
}

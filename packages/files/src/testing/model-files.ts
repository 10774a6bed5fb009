/** A file system in memory that is too simple to be wrong: what the real one is compared with. */

interface Node {
  name: string
  parent: Node | null
  children: Node[] | null
  texts: string[]
  deletedPath: string | null
}

export type ModelCommand =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'folder'; readonly path: string }
  | { readonly do: 'move'; readonly path: string; readonly to: string }
  | { readonly do: 'remove'; readonly path: string }
  | { readonly do: 'restore'; readonly which: number }
  | { readonly do: 'roll-back'; readonly path: string; readonly number: number }

class Refused extends Error {}

export function createModelFiles() {
  const root: Node = { name: '', parent: null, children: [], texts: [], deletedPath: null }
  const deleted: Node[] = []

  function refuse(code: string): never {
    throw new Refused(code)
  }

  function childOf(node: Node, name: string): Node | undefined {
    return node.children?.find(child => child.name === name)
  }

  function find(path: string): Node {
    let at = root
    for (const name of path.slice(1).split('/')) {
      if (at.children === null) refuse('not-folder')
      at = childOf(at, name) ?? refuse('not-found')
    }
    return at
  }

  /** The folder for a path; missing ones are made only when the command succeeds. */
  function place(path: string) {
    const names = path.slice(1).split('/')
    const name = names.pop() ?? ''
    let at: Node | null = root
    for (const each of names) {
      const next: Node | undefined = at === null ? undefined : childOf(at, each)
      if (next !== undefined && next.children === null) refuse('not-folder')
      at = next ?? null
    }
    return {
      name,
      taken: at === null ? undefined : childOf(at, name),
      put(node: Node) {
        let folder = root
        for (const each of names) folder = childOf(folder, each) ?? add(folder, each, [])
        node.name = name
        node.parent = folder
        folder.children?.push(node)
      },
    }
  }

  function add(parent: Node, name: string, children: Node[] | null): Node {
    const node: Node = { name, parent, children, texts: [], deletedPath: null }
    parent.children?.push(node)
    return node
  }

  function take(node: Node): void {
    if (node.parent?.children) node.parent.children = node.parent.children.filter(child => child !== node)
  }

  function write(path: string, text: string): void {
    const { taken, put } = place(path)
    if (taken?.children) refuse('is-folder')
    if (taken === undefined) put({ name: '', parent: null, children: null, texts: [text], deletedPath: null })
    else if (taken.texts.at(-1) !== text) taken.texts.push(text)
  }

  function act(command: ModelCommand): unknown {
    switch (command.do) {
      case 'write':
        return write(command.path, command.text)
      case 'folder': {
        const { taken, put } = place(command.path)
        if (taken !== undefined) refuse('exists')
        return put({ name: '', parent: null, children: [], texts: [], deletedPath: null })
      }
      case 'move': {
        const node = find(command.path)
        if (command.to.startsWith(`${command.path}/`)) refuse('path-refused')
        const { taken, put } = place(command.to)
        if (taken !== undefined) refuse('exists')
        take(node)
        return put(node)
      }
      case 'remove': {
        const node = find(command.path)
        take(node)
        node.deletedPath = command.path
        deleted.unshift(node)
        return null
      }
      case 'restore': {
        const node = deleted[command.which]
        if (node?.deletedPath == null) return null
        const { taken, put } = place(node.deletedPath)
        if (taken !== undefined) refuse('exists')
        deleted.splice(command.which, 1)
        node.deletedPath = null
        return put(node)
      }
      case 'roll-back': {
        const node = find(command.path)
        if (node.children !== null) refuse('is-folder')
        return write(command.path, node.texts[command.number - 1] ?? refuse('not-found'))
      }
    }
  }

  function listed(node: Node, path: string): unknown[] {
    const children = (node.children ?? []).toSorted((one, other) => {
      const folders = Number(other.children !== null) - Number(one.children !== null)
      return folders !== 0 ? folders : one.name < other.name ? -1 : 1
    })
    return children.flatMap(child => {
      const { texts, children: inside } = child
      const kind = inside === null ? 'text' : 'folder'
      const at = `${path}/${child.name}`
      return [{ path: at, kind, version: texts.length, texts }, ...listed(child, at)]
    })
  }

  return {
    run(command: ModelCommand): string {
      try {
        act(command)
        return 'ok'
      } catch (error) {
        if (error instanceof Refused) return error.message
        throw error
      }
    },
    state: () => ({
      live: listed(root, ''),
      deleted: deleted.map(({ deletedPath, children }) => ({
        path: deletedPath,
        kind: children === null ? 'text' : 'folder',
      })),
    }),
  }
}

import type { Nodes, Parent } from 'mdast'

declare module 'mdast' {
  interface PhrasingContentMap {
    htmlElement: HtmlElement
  }
  interface RootContentMap {
    htmlElement: HtmlElement
  }
}

interface HtmlElement extends Parent {
  type: 'htmlElement'
  data: { hName: string }
}

const TAG = /^<(\/?)(br|sub|sup|kbd)\s*\/?>$/i

/**
 * Draws `br`, `sub`, `sup` and `kbd` without attributes; all other HTML stays text (V2). A tag without its partner stays text too.
 * `details` is a block of its own, see split-blocks.ts.
 */
export function htmlElements() {
  return (tree: Nodes): void => {
    if ('children' in tree) draw(tree)
  }
}

function draw(parent: Parent): void {
  const drawn: Parent['children'] = []
  const open: { readonly name: string; readonly at: number }[] = []
  for (const child of parent.children) {
    if ('children' in child) draw(child)
    const [, slash, tag] = (child.type === 'html' ? TAG.exec(child.value.trim()) : null) ?? []
    const name = tag?.toLowerCase()
    if (name === undefined) {
      drawn.push(child)
    } else if (name === 'br') {
      // At the top of a text a line break needs a line to break.
      drawn.push(parent.type === 'root' ? { type: 'paragraph', children: [{ type: 'break' }] } : { type: 'break' })
    } else if (slash === '') {
      open.push({ name, at: drawn.length })
      drawn.push(child)
    } else {
      const begin = open.findLastIndex(each => each.name === name)
      const { at } = open[begin] ?? { at: null }
      if (at === null) {
        drawn.push(child)
        continue
      }
      const children = drawn.splice(at).slice(1) as HtmlElement['children']
      drawn.push({ type: 'htmlElement', data: { hName: name }, children })
      open.length = begin
    }
  }
  parent.children = drawn
}

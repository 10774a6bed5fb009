import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { useIsPhone } from '../ui/hooks/use-is-desk.ts'
import { nameOf } from './file-words.ts'

const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--color-ink)', fontSize: '0.8125rem', height: '100%' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--color-ink-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--color-wash)' },
  '.cm-content': { caretColor: 'var(--color-accent)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--color-accent) 25%, transparent) !important',
  },
  // The library would print red on red.
  '.cm-deletedChunk': { backgroundColor: 'var(--color-red-wash)', paddingLeft: '0.375rem' },
  '.cm-deletedChunk *': { color: 'var(--color-ink)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'line-through' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--color-red-wash)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--color-accent-wash)' },
  '&.cm-merge-a .cm-changedText': { background: 'color-mix(in oklab, var(--color-red) 16%, transparent)' },
  '&.cm-merge-b .cm-changedText': { background: 'color-mix(in oklab, var(--color-accent) 16%, transparent)' },
  // The colours of code are too faint on these.
  '.cm-changedText, .cm-changedText *': { color: 'var(--color-ink)' },
  '&.cm-merge-a .cm-changedLineGutter': { background: 'var(--color-red)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--color-accent)' },
  '.cm-panels': { backgroundColor: 'var(--color-desk)', color: 'var(--color-ink)' },
  '.cm-textfield': { backgroundColor: 'var(--color-raised)', borderColor: 'var(--color-line-strong)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--color-raised)',
    borderColor: 'var(--color-line-strong)',
  },
})

/** The colours of code elsewhere on the page. */
const ink = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.attributeName], color: 'var(--code-constant)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.className],
    color: 'var(--code-function)',
  },
  { tag: [tags.comment, tags.meta], color: 'var(--code-comment)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--code-keyword)' },
])

function languageOf(path: string): Extension {
  switch (nameOf(path).split('.').at(-1)?.toLowerCase()) {
    case 'md':
      return markdown()
    case 'js':
    case 'mjs':
    case 'jsx':
      return javascript({ jsx: true })
    case 'ts':
    case 'tsx':
      return javascript({ jsx: true, typescript: true })
    case 'json':
      return json()
    case 'py':
      return python()
    case 'html':
    case 'svg':
      return html()
    case 'css':
      return css()
    default:
      return []
  }
}

function basics(path: string): Extension {
  return [
    lineNumbers(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    syntaxHighlighting(ink),
    languageOf(path),
    EditorView.lineWrapping,
    look,
  ]
}

interface CodeEditorProps {
  path: string
  text: string
  onChange: (text: string) => void
  onSave: () => void
}

export function CodeEditor({ path, text, onChange, onSave }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const given = useRef({ text, onChange, onSave })

  useEffect(() => {
    given.current = { text, onChange, onSave }
  }, [text, onChange, onSave])

  useEffect(() => {
    if (host.current === null) return
    const save = () => {
      given.current.onSave()
      return true
    }
    const editor = new EditorView({
      parent: host.current,
      doc: given.current.text,
      extensions: [
        basics(path),
        history(),
        highlightActiveLine(),
        EditorView.contentAttributes.of({ 'aria-label': `Text of ${path}` }),
        keymap.of([{ key: 'Mod-s', run: save }, indentWithTab, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        EditorView.updateListener.of(update => {
          if (update.docChanged) given.current.onChange(update.state.doc.toString())
        }),
      ],
    })
    view.current = editor
    return () => editor.destroy()
  }, [path])

  // A text that did not come from the editor: reverted, rolled back, or changed elsewhere.
  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [text])

  return <div ref={host} className="h-full min-h-0 overflow-hidden" />
}

interface CompareViewProps {
  path: string
  before: string
  after: string
  /** What the two texts are called for those who cannot see where they are. */
  names: { readonly before: string; readonly after: string }
}

/** Two versions side by side, or one below the other on a phone, with what differs marked. */
export function CompareView({ path, before, after, names }: CompareViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const { before: nameBefore, after: nameAfter } = names
  const isPhone = useIsPhone()
  useEffect(() => {
    if (host.current === null) return
    const extensionsOf = (name: string) => [
      basics(path),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      // What scrolls can be scrolled with the keyboard.
      EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
    ]
    const collapseUnchanged = { margin: 3, minSize: 6 }
    const view = isPhone
      ? new EditorView({
          parent: host.current,
          doc: after,
          extensions: [
            extensionsOf(`${nameBefore}, then ${nameAfter}`),
            unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged }),
          ],
        })
      : new MergeView({
          parent: host.current,
          a: { doc: before, extensions: extensionsOf(nameBefore) },
          b: { doc: after, extensions: extensionsOf(nameAfter) },
          collapseUnchanged,
        })
    return () => view.destroy()
  }, [path, before, after, nameBefore, nameAfter, isPhone])
  return <div ref={host} className="h-full overflow-auto" />
}

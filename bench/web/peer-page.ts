/** A chat page as one writes it in an afternoon: all messages in one list, and the one that streams in is set again with each piece. */
import { createElement, useEffect, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Streamdown } from 'streamdown'
import { textOf } from '../latency/text-of.ts'
import { WORDS } from './texts.ts'

const query = new URLSearchParams(location.search)
const isStreamdown = query.get('with') === 'streamdown'
/** Of an opened chat: the same as in ours. */
const textsOf = (count: number) => Array.from({ length: count }, (_, at) => textOf(at, WORDS))

function Message({ text }: { text: string }) {
  return isStreamdown
    ? createElement(Streamdown, null, text)
    : createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text)
}

async function read(name: string, onText: (text: string) => void): Promise<void> {
  const response = await fetch('/v1/chat/completions', { method: 'POST', body: `answer ${name}` })
  if (response.body === null) throw new Error('the answer has no body')
  let [rest, text] = ['', '']
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.slice('data: '.length)
      if (data === '[DONE]') continue
      const { choices } = JSON.parse(data)
      text += choices[0]?.delta?.content ?? ''
    }
    onText(text)
  }
}

function Page() {
  const [text, setText] = useState('')
  const [given, setGiven] = useState(() => textsOf(Number(query.get('messages') ?? 0)))
  const [state, setState] = useState<'idle' | 'writing' | 'done'>('idle')
  useEffect(() => {
    const onAsk = (event: Event) => {
      setState('writing')
      read((event as CustomEvent<string>).detail, setText).then(() => setState('done'), reportError)
    }
    const onOpen = (event: Event) => setGiven(textsOf((event as CustomEvent<number>).detail))
    addEventListener('ask', onAsk)
    addEventListener('open', onOpen)
    return () => {
      removeEventListener('ask', onAsk)
      removeEventListener('open', onOpen)
    }
  }, [])
  useLayoutEffect(() => {
    const scroller = document.getElementById('scroller')
    if (scroller !== null && text !== '') scroller.scrollTop = scroller.scrollHeight
  }, [text])
  const rows = [...given, text].map((each, at) =>
    createElement('div', { key: at, 'data-index': at }, createElement(Message, { text: each })),
  )
  return createElement('div', { id: 'scroller', 'data-state': state }, createElement('div', { id: 'list' }, rows))
}

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no place to draw in')
createRoot(root).render(createElement(Page))

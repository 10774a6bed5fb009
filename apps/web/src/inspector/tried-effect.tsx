import type { AnswerSettings, Chat, Message, PriceList, TriedChoices } from '@stet/api/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { formatUsd } from '../formats/format-cost.ts'
import { useAnswering } from '../models/chat-model.tsx'
import { useServices } from '../state/services.ts'
import { moneyWords, type Pace, paceOf, paceWith, projectCost } from './project-cost.ts'
import { changeWords } from './report-words.ts'

/** Sent in place of a message that is not typed yet, where its format matters. */
const SAMPLE = 'Please continue.'

/** As the forms have them: answer settings are tried whole. */
export interface Tried extends TriedChoices {
  readonly answer?: AnswerSettings
}

interface TriedEffectProps {
  chat: Chat
  path: readonly Message[]
  /** What is in the composer. */
  text: string
  tried: Tried
}

/** What another choice changes in the next request and the ten from it on, in tokens and money, before it is saved (X1). */
export function TriedEffect({ chat, path, text, tried }: TriedEffectProps) {
  const { client } = useServices()
  const prices = useAnswering(chat)?.prices ?? null
  const asked = useDeferredValue(JSON.stringify({ text: tried.wording && text.trim() === '' ? SAMPLE : text, tried }))
  const { data, error } = useQuery({
    queryKey: ['tried', chat.id, chat.settings, path.at(-1)?.id, asked],
    queryFn: async () => {
      const question: { readonly text: string; readonly tried: Tried } = JSON.parse(asked)
      const [own, other] = await Promise.all([
        client.inspect(chat.id, { context: null, text: question.text }),
        client.inspect(chat.id, { context: null, ...question }),
      ])
      return { own, other, tried: question.tried }
    },
    placeholderData: keepPreviousData,
  })
  if (error !== null) return <>{error.message}</>
  const change = data?.other.change ?? null
  if (data === undefined || change === null) return <>Calculating…</>
  const { own, other } = data
  const pace = paceOf(path)
  const settings = { before: chat.settings.answer, after: data.tried.answer ?? chat.settings.answer }
  const words = [
    `${changeWords(change, { own: own.compaction, other: other.compaction })}.`,
    moneyWords(
      projectCost(own.report, prices, pace),
      projectCost(other.report, prices, paceOfTried(pace, data.tried, settings, change.tokens)),
    ),
    answerWords(settings, prices),
  ]
  return <>{words.filter(each => each !== '').join(' ')}</>
}

interface ChangedAnswer {
  readonly before: AnswerSettings
  readonly after: AnswerSettings
}

/** A format is added to every further message too, not only to the next. */
function paceOfTried(
  pace: Pace,
  { wording }: TriedChoices,
  answer: ChangedAnswer,
  { before, after }: { readonly before: number; readonly after: number },
): Pace {
  const each = wording === undefined ? 0 : after - before
  const { growth, ...others } = paceWith(pace, answer)
  return { ...others, growth: Math.max(0, growth + each) }
}

/** What cannot be estimated is said with its price: how long a model thinks, and how often it searches. */
function answerWords({ before, after }: ChangedAnswer, list: PriceList | null): string {
  const { output = null, webSearch = null } = list?.prices ?? {}
  const words: string[] = []
  if (after.reasoning.on && JSON.stringify(before.reasoning) !== JSON.stringify(after.reasoning)) {
    const price = output === null || output === 0 ? '' : `; each 1,000 tokens cost ${formatUsd(output / 1000)}`
    words.push(`How long the model will think is not known${price}.`)
  }
  if (after.webSearch && !before.webSearch && webSearch !== null)
    words.push(`Each search costs ${formatUsd(webSearch)}.`)
  return words.join(' ')
}

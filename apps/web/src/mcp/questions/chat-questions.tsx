import type { AskedQuestion, ChatId } from '@stet/api/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import { sentence } from '../../formats/sentence.ts'
import { refreshQueries } from '../../state/refresh-queries.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, FieldHelp } from '../../ui/controls/field.tsx'
import { Select } from '../../ui/controls/select-field.tsx'
import { SwitchField } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Revealed } from '../../ui/text/revealed.tsx'
import { type FieldValue, fieldsOf, type QuestionField, toContent, troubleOf } from './question-fields.ts'
import { questionButtons, questionLook } from './question-look.ts'
import { SamplingCard } from './sampling-card.tsx'
import { useAnswer } from './use-answer.ts'

interface ChatQuestionsProps {
  chatId: ChatId
  /** Whether a tool runs now. */
  isRunning: boolean
}

/** What MCP servers ask in the middle of calls, as forms above the composer (T10). */
export function ChatQuestions({ chatId, isRunning }: ChatQuestionsProps) {
  const { client, live } = useServices()
  const queries = useQueryClient()
  const { data } = useQuery(
    queryOptions({
      queryKey: ['mcp', 'questions', chatId],
      queryFn: async () => (await client.mcpQuestions(chatId)).questions,
      enabled: isRunning,
      staleTime: 0,
    }),
  )

  useEffect(
    () =>
      live.onEvent(event => {
        // A snapshot replaces events that were missed.
        const isMine = event.kind === 'call-questions-changed' || event.kind === 'snapshot'
        if (isMine && event.chatId === chatId) refreshQueries(queries, ['mcp', 'questions', chatId]).catch(reportError)
      }),
    [live, queries, chatId],
  )

  if (!isRunning || data === undefined) return null
  return data.map(question =>
    question.kind === 'form' ? (
      <QuestionForm key={question.callId} chatId={chatId} question={question} />
    ) : (
      <SamplingCard key={question.callId} chatId={chatId} question={question} />
    ),
  )
}

type FormQuestion = Extract<AskedQuestion, { kind: 'form' }>

function QuestionForm({ chatId, question }: { chatId: ChatId; question: FormQuestion }) {
  const fields = useMemo(() => fieldsOf(question), [question])
  const [values, setValues] = useState<Readonly<Record<string, FieldValue>>>({})
  const content = toContent(fields, values)
  const answer = useAnswer(chatId, question.callId)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (content !== null) answer.mutate({ action: 'accept', content })
  }

  return (
    <form aria-label={`Question from ${question.server}`} onSubmit={submit} className={questionLook}>
      <p className="text-small text-ink-faint">
        <bdi>
          <Revealed text={question.server} />
        </bdi>{' '}
        asks
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap">
        <Revealed text={question.message} />
      </p>
      <div className="mt-3 space-y-3">
        {fields.map(field => (
          <QuestionInput
            key={field.name}
            field={field}
            value={values[field.name] ?? field.first}
            onChange={value => setValues(before => ({ ...before, [field.name]: value }))}
          />
        ))}
      </div>
      {answer.isError && (
        <p role="alert" className="mt-3 text-red">
          {sentence(answer.error.message)}
        </p>
      )}
      <p className="mt-3 text-small text-ink-faint">
        What you enter is sent to this server. Do not enter a password or key.
      </p>
      <div className={questionButtons}>
        <Button look="outline" disabled={answer.isPending} onClick={() => answer.mutate({ action: 'decline' })}>
          Decline
        </Button>
        <Button look="primary" type="submit" disabled={content === null || answer.isPending}>
          Answer
        </Button>
      </div>
    </form>
  )
}

interface QuestionInputProps {
  field: QuestionField
  value: FieldValue
  onChange: (value: FieldValue) => void
}

function QuestionInput({ field, value, onChange }: QuestionInputProps) {
  const { label, help, kind, options, required } = field
  const [wasLeft, setLeft] = useState(false)
  const trouble = troubleOf(field, value)
  const words = { label: required ? label : `${label} (optional)`, help: <Revealed text={help} /> }
  const helpId = useId()
  switch (kind) {
    case 'switch':
      return <SwitchField label={label} help={words.help} checked={value === true} onChange={onChange} />
    case 'choice':
      return (
        <Field {...words}>
          {({ id, 'aria-describedby': describedBy }) => (
            <Select
              id={id}
              describedBy={describedBy}
              value={String(value)}
              options={[...(required ? [] : [{ value: '', label: 'None' }]), ...options]}
              onChange={onChange}
            />
          )}
        </Field>
      )
    case 'choices': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <fieldset aria-describedby={helpId}>
          <legend className="mb-1 font-medium">{words.label}</legend>
          {options.map(option => (
            <label key={option.value} className="flex min-h-8 items-center gap-2 coarse:min-h-10">
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                onChange={event =>
                  onChange(
                    event.target.checked
                      ? [...chosen, option.value]
                      : chosen.filter((each: string) => each !== option.value),
                  )
                }
              />
              {option.label}
            </label>
          ))}
          <FieldHelp id={helpId} help={words.help} error={trouble ?? undefined} />
        </fieldset>
      )
    }
    default:
      return (
        <TextField
          {...words}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          value={String(value)}
          error={wasLeft ? (trouble ?? undefined) : undefined}
          onBlur={() => setLeft(true)}
          onChange={onChange}
        />
      )
  }
}

import { defaultAnswerSettings, type ModelRequest } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { findKnown } from '../facts/find-known.ts'
import { mergeFacts } from '../facts/merge-facts.ts'
import { ModelError } from '../model-error.ts'
import type { Provider } from '../provider.ts'
import { noRetries, streamAnswer } from '../stream-answer.ts'
import { secretsOf } from '../transport/secrets.ts'
import { aborted } from '../transport/to-model-error.ts'
import { adviceOn } from './advice-on.ts'
import { chooseModels } from './choose-models.ts'
import type { DefinitionTest, TestedStep, TestStep } from './test-step.ts'

export interface TestCall {
  readonly connection: Connection
  readonly provider: Provider
  readonly signal: AbortSignal
  /** The model to ask; without it, one that the provider lists. */
  readonly model?: string
}

/** A list may begin with models that this key may not use. */
const MOST_MODELS = 3

/** Some providers refuse a lower one. */
const FEWEST_TOKENS = 16

/** A local server may have to load the model from disk first. */
const limits = { firstByteMs: 60_000, idleMs: 30_000, totalMs: 90_000 }

/** Tries a definition (P7): whether it is there, takes the key, lists its models and answers. Throws only when it is aborted. */
export async function testDefinition({ signal, provider, ...call }: TestCall): Promise<DefinitionTest> {
  const connection: Connection = { ...call.connection, limits: { ...limits, ...call.connection.limits } }
  const steps = new Map<TestedStep, TestStep>()
  const secrets = secretsOf(connection.credentials)
  let hasListed = false

  function pass(step: TestedStep, says: string): void {
    steps.set(step, { step, outcome: 'ok', says, detail: null, kind: null })
  }

  function passKey(): void {
    pass('key', connection.credentials.key === null ? 'No key is needed.' : 'The key was accepted.')
  }

  function fail(error: unknown, during: 'models' | 'answer', model: string | null): TestedStep {
    if (signal.aborted) throw aborted(signal)
    if (!(error instanceof ModelError)) throw error
    const { step, says } = adviceOn(error, { during, model, connection })
    const detail = secrets.removeFrom(error.message)
    steps.set(step, { step, outcome: 'failed', says: secrets.removeFrom(says), detail, kind: error.kind })
    if (step !== 'reach') pass('reach', `${connection.definition.name} is there.`)
    // A server checks the key before it looks at the request; one that knows no path at all checks nothing.
    if (step === 'answer' && error.kind !== 'overloaded' && !(error.kind === 'not-found' && !hasListed)) passKey()
    return step
  }

  /** Whether it answered, or trying another model makes no sense. */
  async function ask(model: string, discovered: DiscoveredModel | null): Promise<boolean> {
    try {
      await answerOf({ connection, provider, signal, model, discovered })
    } catch (error) {
      const step = fail(error, 'answer', model)
      return step !== 'answer' || !(error instanceof ModelError) || !mayDependOnModel(error)
    }
    pass('reach', `${connection.definition.name} is there.`)
    passKey()
    pass('answer', `${model} answered.`)
    return true
  }

  let models: readonly DiscoveredModel[] = []
  let listed = true
  try {
    models = await provider.discover(connection, signal)
    hasListed = true
    pass('reach', `${connection.definition.name} is there.`)
    if (models.length > 0) pass('models', `${models.length} ${models.length === 1 ? 'model' : 'models'} found.`)
    else
      steps.set('models', { step: 'models', outcome: 'failed', says: noModels(connection), detail: null, kind: null })
  } catch (error) {
    // Where there is no list, a model that the user names may answer anyway.
    listed = fail(error, 'models', null) === 'models'
  }
  if (listed) {
    const chosen = call.model === undefined ? chooseModels(models, MOST_MODELS) : [call.model]
    for (const model of chosen) {
      if (await ask(model, models.find(each => each.model === model) ?? null)) break
    }
  }
  return {
    ok: steps.get('answer')?.outcome === 'ok',
    steps: order.map(step => steps.get(step) ?? { step, ...notTried }),
  }
}

const order: readonly TestedStep[] = ['reach', 'key', 'models', 'answer']

const notTried = { outcome: 'not-tried', says: 'This could not be tried yet.', detail: null, kind: null } as const

function mayDependOnModel({ kind }: ModelError): boolean {
  return kind === 'not-found' || kind === 'invalid-request'
}

function noModels({ definition }: Connection): string {
  return definition.options.local
    ? `${definition.name} has no model yet. Fetch or load one, then test again.`
    : `${definition.name} lists no model for this key.`
}

async function answerOf({
  connection,
  provider,
  signal,
  model,
  discovered,
}: TestCall & { readonly model: string; readonly discovered: DiscoveredModel | null }): Promise<void> {
  const { definition } = connection
  const facts = mergeFacts({
    definition,
    model,
    defaults: provider.defaults,
    known: findKnown(definition.type, model),
    contextWindow: null,
    discovered,
    override: null,
  })
  const settings = { ...defaultAnswerSettings, outputLimit: FEWEST_TOKENS }
  const request: ModelRequest = {
    system: [],
    messages: [
      {
        form: 'plain',
        messageId: null,
        role: 'user',
        parts: [{ kind: 'text', text: 'Answer with the one word: yes' }],
        cacheMark: false,
      },
    ],
    tools: [],
  }
  const events = streamAnswer({
    open: async () => ({
      connection,
      prepared: provider.prepare({ connection, facts, request, settings, files: new Map() }),
    }),
    streaming: settings.streaming,
    signal,
    retries: noRetries,
  })
  for await (const event of events) {
    if (event.kind === 'answer-finished') return
  }
  throw new ModelError('protocol', { message: 'the answer ended without being finished' })
}

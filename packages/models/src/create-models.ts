import type { ModelChoice } from '@stet/history'
import type { DemoModel } from './demo/demo-model.ts'
import { ModelError } from './model-error.ts'
import type { ModelEvent } from './model-event.ts'
import type { Models } from './models.ts'

/** The models that can be chosen: for now, the demo alone. */
export function createModels({ demo }: { readonly demo: DemoModel }): Models {
  function find(choice: ModelChoice): DemoModel | null {
    return choice.definition === demo.facts.definition && choice.model === demo.facts.model ? demo : null
  }

  return {
    async facts(choice) {
      return find(choice)?.facts ?? null
    },
    async prices() {
      return null
    },
    async notApplied() {
      return []
    },
    async *stream({ choice, ...call }): AsyncGenerator<ModelEvent> {
      const model = find(choice)
      if (model === null) {
        throw new ModelError('not-found', { message: `no model ${choice.model} is defined under ${choice.definition}` })
      }
      yield* model.stream(call)
    },
  }
}

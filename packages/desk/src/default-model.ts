import { type Commands, EngineError, findFacts } from '@stet/engine'
import type { ModelFacts } from '@stet/history'
import { Conflict, toWorkspacePut, WORKSPACES_SHELF, type Workspace } from '@stet/store'
import { defaultWorkspace } from './default-workspace.ts'
import type { ChangeDefaultModelCommand, WorkspaceView } from './desk.ts'
import type { DeskDeps } from './desk-deps.ts'

const MOST_TRIES = 20

interface DefaultModel {
  readonly model: ModelFacts
  readonly because: string | null
}

/** What a new chat starts with: what was chosen, or the demo, and then it says why. */
export async function findDefaultModel(deps: DeskDeps, { model: chosen }: Workspace): Promise<DefaultModel> {
  if (chosen === null) return { model: deps.fallback, because: null }
  const found = await findFacts(deps, chosen)
  return found.facts === null ? { model: deps.fallback, because: found.because } : { model: found.facts, because: null }
}

export async function showWorkspace(deps: DeskDeps): Promise<WorkspaceView> {
  const { workspace } = await defaultWorkspace(deps)
  const { id, name, model: chosenModel } = workspace
  return { id, name, chosenModel, ...(await findDefaultModel(deps, workspace)) }
}

/** A model that cannot be used now is refused: chosen, it would be the demo that answers. */
export async function changeDefaultModel(
  deps: DeskDeps,
  commands: Commands,
  { key, model: chosen }: ChangeDefaultModelCommand,
): Promise<void> {
  const model = chosen && { definition: chosen.definition, model: chosen.model }
  await commands.once({ key, command: 'change-default-model', input: model, toAnswer: () => null }, async keep => {
    const found = model && (await findFacts(deps, model))
    if (found?.facts === null) throw new EngineError('model-not-found', found.because, 'model')
    for (let tries = 1; ; tries += 1) {
      const { workspace, version, order } = await defaultWorkspace(deps)
      try {
        await deps.store.write([toWorkspacePut({ ...workspace, model }, { expect: version, order }), keep(null)])
        return null
      } catch (error) {
        if (!(error instanceof Conflict && error.shelf === WORKSPACES_SHELF && tries < MOST_TRIES)) throw error
      }
    }
  })
}

/** A model by the name people know it by. The demo is the only one that is not known by its id. */
export function modelName({ definition, model }: { readonly definition: string; readonly model: string }): string {
  return definition === 'demo' ? 'Demo' : model
}

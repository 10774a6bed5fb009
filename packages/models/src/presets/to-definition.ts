import type { Definition } from '../definition.ts'
import type { Preset } from './preset.ts'

/** A definition as the preset fills it in. */
export function toDefinition(preset: Preset, id: string): Definition {
  const { type, name, icon, baseUrl, modelsUrl, options } = preset
  return { id, type, name, icon, preset: preset.id, baseUrl, modelsUrl, options, enabled: true }
}

import type { Scenario, Scenarios } from './provider-fixtures.ts'

export interface NamedScenario {
  readonly name: string
  readonly scenario: Scenario
}

/** The scenarios that a family has. */
export function presentScenarios(scenarios: Scenarios): readonly NamedScenario[] {
  return Object.entries(scenarios).flatMap(([name, scenario]) => ('absent' in scenario ? [] : [{ name, scenario }]))
}

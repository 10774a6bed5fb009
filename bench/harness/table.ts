import { meetsGoal, type Result } from './row.ts'

const heading = ['', 'ours', 'peer', 'ratio', 'goal', '']

export function formatTable(results: Result[]): string {
  const lines = [heading, ...results.map(toCells)]
  const widths = heading.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  return lines.map(line => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

function toCells(result: Result): string[] {
  const { name, unit, ours, peer, peerName, ratio, goal } = result
  return [
    name,
    `${figure(ours)} ${unit}`,
    peer === null ? '' : `${figure(peer)} ${unit} (${peerName})`,
    ratio === null ? '' : figure(ratio),
    goal ?? '',
    meetsGoal(result) ? '' : 'NOT MET',
  ]
}

function figure(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 4 })
}

export function summarise(results: Result[], broken: string[]): string {
  const withGoal = results.filter(result => result.goal !== null)
  const missed = withGoal.filter(result => !meetsGoal(result)).map(result => result.name)
  return [
    `${results.length} figures; ${withGoal.length - missed.length} of ${withGoal.length} goals met`,
    ...(missed.length > 0 ? [`not met: ${missed.join(', ')}`] : []),
    ...(broken.length > 0 ? [`broken: ${broken.join(', ')}`] : []),
  ].join('; ')
}

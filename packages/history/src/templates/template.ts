/** A text with variables in double braces: `Today is {{date}}.` A backslash before the braces makes them plain text. */

/** Something a template may name. `help` is for the user who chooses it from a menu. */
export interface TemplateVariable {
  readonly name: string
  readonly help: string
}

/** What is wrong in a template, and where: from the first to behind the last character. */
export interface TemplateError {
  readonly from: number
  readonly to: number
  readonly message: string
}

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: 'open'; readonly text: string; readonly from: number; readonly to: number }

const PIECE = /\\\{\{|\{\{([^{}\n]*)\}\}|\{\{/g

/** Errors in the order of the text; none for a template that can be filled. */
export function templateErrors(template: string, variables: readonly TemplateVariable[]): readonly TemplateError[] {
  const known = new Set(variables.map(({ name }) => name))
  return toPieces(template).flatMap(piece => {
    if (piece.kind === 'open') {
      return [{ ...placeOf(piece), message: 'These braces are never closed. Write \\{{ to send them as text.' }]
    }
    if (piece.kind === 'text' || known.has(piece.name)) return []
    const named = piece.name === '' ? 'These braces name no variable.' : `There is no variable ${piece.name}.`
    return [{ ...placeOf(piece), message: `${named} Use ${listOf(variables)}, or \\{{ for plain braces.` }]
  })
}

/** The text of a template. What names no variable stays as it is written: it was refused where it was saved. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return toPieces(template)
    .map(piece => {
      if (piece.kind !== 'variable') return piece.text
      return Object.hasOwn(values, piece.name) ? (values[piece.name] ?? '') : template.slice(piece.from, piece.to)
    })
    .join('')
}

function toPieces(template: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of template.matchAll(PIECE)) {
    const [whole, name] = match
    const place = { from: match.index, to: match.index + whole.length }
    pieces.push({ kind: 'text', text: template.slice(end, match.index) })
    if (name !== undefined) pieces.push({ kind: 'variable', name: name.trim(), ...place })
    else if (whole.startsWith('\\')) pieces.push({ kind: 'text', text: '{{' })
    else pieces.push({ kind: 'open', text: whole, ...place })
    end = place.to
  }
  return [...pieces, { kind: 'text', text: template.slice(end) }]
}

function placeOf({ from, to }: { readonly from: number; readonly to: number }) {
  return { from, to }
}

function listOf(variables: readonly TemplateVariable[]): string {
  const names = variables.map(({ name }) => `{{${name}}}`)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

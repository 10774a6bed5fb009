/**
 * Compiles only where what we send is something that the vendor's SDK could send too: every field is one that the API has, with a value
 * that it takes. It is a type: nothing of an SDK is bundled.
 */
export type Fits<Theirs, Ours extends Theirs & NoOtherField<Theirs, Ours>> = Ours

type NoOtherField<Theirs, Ours> = { [Field in Exclude<keyof Ours, keyof Theirs>]?: never }

/** Compiles only where the body has no other field: TypeScript lets one pass that is spread into it. */
export function exactBody<Body>() {
  return <Given extends Body>(given: Given & NoOtherField<Body, Given>): Body => given
}

/** The same without `readonly`, which the SDKs do not write. */
export type Writable<T> = T extends readonly (infer Each)[]
  ? Writable<Each>[]
  : T extends object
    ? { -readonly [Field in keyof T]: Writable<T[Field]> }
    : T

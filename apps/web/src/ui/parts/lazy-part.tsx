import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { missingParts } from './missing-parts.ts'

/** A part of the page that is fetched when it is first needed. */
export interface LazyPart<P> {
  (props: P): ReactNode
  /** Fetches it before that. */
  readonly preload: () => void
}

class MissingPart extends Error {}

/**
 * Where the part cannot be fetched, nothing is shown in its place, the rest of the page stays, and a notice offers to try again:
 * `missingParts`. An error in the part itself goes its usual way.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loading: Promise<ComponentType<P>> | null = null
  let arrived: ComponentType<P> | null = null
  let failedAt = -1

  async function fetchPart(): Promise<ComponentType<P>> {
    loading ??= load()
    try {
      arrived = await loading
      return arrived
    } catch (error) {
      loading = null
      failedAt = missingParts.attempts()
      throw isNotFetched(error) ? new MissingPart('a part of the page could not be fetched', { cause: error }) : error
    }
  }

  const makeLazy = () => lazy(async () => ({ default: await fetchPart() }))
  let waiting = makeLazy()

  /** What has arrived is drawn at once: a lazy part is blank for a frame even then. */
  function current(): ComponentType<P> {
    if (arrived !== null) return arrived
    if (failedAt !== -1 && failedAt < missingParts.attempts()) {
      failedAt = -1
      waiting = makeLazy()
    }
    return waiting
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module begins
  const Part = (props: P) => <PartBoundary current={current} given={props} />
  return Object.assign(Part, {
    preload() {
      // One that is missing is fetched again when it is shown.
      fetchPart().catch((error: unknown) => error instanceof MissingPart || reportError(error))
    },
  })
}

function isNotFetched(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)
}

interface BoundaryProps<P> {
  current: () => ComponentType<P>
  given: P
}

interface BoundaryState<P> {
  Shown: ComponentType<P>
  error: unknown
}

class PartBoundary<P extends object> extends Component<BoundaryProps<P>, BoundaryState<P>> {
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override state: BoundaryState<P> = { Shown: this.props.current(), error: null }
  private end: (() => void) | null = null

  override componentDidUpdate(): void {
    if (!(this.state.error instanceof MissingPart) || this.end !== null) return
    const attempts = missingParts.attempts()
    const unsubscribe = missingParts.subscribe(() => {
      if (missingParts.attempts() === attempts) return
      this.forget()
      this.setState({ Shown: this.props.current(), error: null })
    })
    const remove = missingParts.add()
    this.end = () => {
      unsubscribe()
      remove()
    }
  }

  override componentDidMount(): void {
    this.componentDidUpdate()
  }

  override componentWillUnmount(): void {
    this.forget()
  }

  private forget(): void {
    const { end } = this
    this.end = null
    end?.()
  }

  override render(): ReactNode {
    const { Shown, error } = this.state
    if (error === null) return <Shown {...this.props.given} />
    if (error instanceof MissingPart) return null
    throw error
  }
}

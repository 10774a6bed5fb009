import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { missingParts } from './missing-parts.ts'

/** A part of the page that is fetched when it is first needed. */
export interface LazyPart<P> {
  (props: P): ReactNode
  /** Fetches it before that. */
  readonly preload: () => void
}

class MissingPart extends Error {}

/**
 * Until the part has arrived, `Waiting` is shown. Where it cannot be fetched, nothing is, the rest of the page stays, and a notice offers
 * to try again: `missingParts`. An error in the part itself goes its usual way.
 *
 * It does without React's `Suspense`, which shows nothing new for 300 ms after a fallback, however early the part arrives.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType<P> = Nothing,
): LazyPart<P> {
  let loading: Promise<ComponentType<P>> | null = null
  let arrived: ComponentType<P> | null = null

  async function fetchPart(): Promise<ComponentType<P>> {
    loading ??= load()
    try {
      arrived = await loading
      return arrived
    } catch (error) {
      loading = null
      throw isNotFetched(error) ? new MissingPart('a part of the page could not be fetched', { cause: error }) : error
    }
  }

  function Part(props: P) {
    // What has arrived before is drawn at once.
    const [Shown, setShown] = useState(() => arrived)
    const [error, setError] = useState<unknown>(null)
    const [missingAt, setMissingAt] = useState(-1)
    const attempts = useSyncExternalStore(missingParts.subscribe, missingParts.attempts)

    useEffect(() => {
      if (Shown !== null) return
      let isLeft = false
      let found: (() => void) | null = null
      fetchPart().then(
        part => {
          if (!isLeft) setShown(() => part)
        },
        (cause: unknown) => {
          if (isLeft) return
          if (!(cause instanceof MissingPart)) return setError(cause)
          setMissingAt(attempts)
          found = missingParts.add()
        },
      )
      return () => {
        isLeft = true
        found?.()
      }
    }, [Shown, attempts])

    if (error !== null) throw error
    if (Shown !== null) return <Shown {...props} />
    return missingAt === attempts ? null : <Waiting {...props} />
  }

  return Object.assign(Part, {
    preload() {
      // One that is missing is fetched again when it is shown.
      fetchPart().catch((error: unknown) => error instanceof MissingPart || reportError(error))
    },
  })
}

function Nothing(): ReactNode {
  return null
}

function isNotFetched(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)
}

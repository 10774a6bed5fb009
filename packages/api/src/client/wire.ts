/** A command keeps its key when it is sent again, so that it acts once; without one it gets a new one. */
export interface Keyed {
  readonly key?: string
}

/** Gives a command to the home; rejects with an `ApiError`. */
export type Act = (method: string, path: string, key: string | undefined, body: object) => Promise<Response>

/** Reads the answer to it. */
export type Read = <T>(response: Response) => Promise<T>

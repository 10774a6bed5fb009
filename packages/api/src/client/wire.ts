/** A command keeps its key when it is sent again, so that it acts once; without one it gets a new one. */
export interface Keyed {
  readonly key?: string
}

/** Gives a command to the home; rejects with an `ApiError`. */
export type Act = (method: string, path: string, key: string | undefined, body: object) => Promise<Response>

/** Asks what changes nothing, or may be asked as often as one likes, with a body. */
export type Ask = <T>(path: string, body: object) => Promise<T>

export type Get = <T>(path: string) => Promise<T>

/** Reads the answer to it. */
export type Read = <T>(response: Response) => Promise<T>

/** Seals what only a provider may see. A home makes it and holds its key, which never comes in here. */
export interface Sealer {
  /** The seal opens for the same `boundTo` alone. */
  seal(plain: Uint8Array, boundTo: string): Promise<Uint8Array>
  /** Throws `BrokenSeal` where it does not open: another key, another place, changed bytes. */
  open(sealed: Uint8Array, boundTo: string): Promise<Uint8Array>
}

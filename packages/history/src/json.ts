/** What a provider sent, kept as it came. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

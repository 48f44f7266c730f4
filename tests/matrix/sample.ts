import type { Cast, Person } from './cast.ts'

export interface SampleRequest {
  /** Into the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A good request for an operation. */
export interface Sample {
  readonly title: string
  /** Makes what it is about, which is the owner's. */
  readonly make: (cast: Cast, owner: Person) => SampleRequest | Promise<SampleRequest>
  /** The status for a caller who may. */
  readonly status: number
  /** The request names something of the owner's: with another owner's, it is 404. */
  readonly ofOwner: boolean
  /** Who may, where the body decides. */
  readonly whoMay?: readonly string[]
}

export type Special = Partial<Omit<Sample, 'title'>> & { readonly title?: string }

let made = 0

/** For names that no other sample has. */
export const fresh = (): number => (made += 1)

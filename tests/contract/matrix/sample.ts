import type { Cast, Person } from './cast.ts'

export interface SampleRequest {
  /** Values for the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A valid request for an operation. */
export interface Sample {
  readonly title: string
  /** Creates its object, which belongs to the owner. */
  readonly make: (cast: Cast, owner: Person) => SampleRequest | Promise<SampleRequest>
  /** The status for a caller with permission. */
  readonly status: number
  /** The request names something of the owner's: with another owner's, it is 404. */
  readonly ofOwner: boolean
  /** The permitted callers, if the body decides. */
  readonly whoMay?: readonly string[]
}

export type Special = Partial<Omit<Sample, 'title'>> & { readonly title?: string }

let made = 0

/** A name that no other sample has. */
export const fresh = (): number => (made += 1)

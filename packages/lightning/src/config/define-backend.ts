import type { OpenDeps } from '../port/backend-deps.ts'
import type { FundingSource } from '../port/funding-source.ts'
import type { OrderElsewhere, OrderNote } from '../port/order-elsewhere.ts'
import type { Environment, Reader } from './environment.ts'
import type { SecretRules } from './node-endpoint.ts'

/** A kind of node or hosted account, as the other code knows it. Loading it loads no adapter. */
export interface Backend<Config extends { readonly kind: string } = { readonly kind: string }> {
  /** A value of SERVICE_FUNDING_SOURCE. */
  readonly kind: Config['kind']
  /** The name of the program or company, the same in every language. */
  readonly label: string
  /** Prefixes of variables for this node; undefined: they start with `SERVICE_` like most. */
  readonly prefix?: string
  readonly variables: readonly BackendVariable[]
  read(read: Reader, context: ReadContext): Config
  /** Imports the adapter first. */
  open(config: Config, deps: OpenDeps): Promise<FundingSource>
  readonly facts: BackendFacts
  /** When its credentials expire by their own content, Unix seconds; undefined = one has no expiry. Offline. */
  credentialEnds(config: Config): readonly (number | undefined)[]
  /**
   * The notes by which orders are followed that another program gave to the same account. Undefined: the backend finds
   * them by their hash, whichever program ordered them.
   */
  readonly noteElsewhere?: {
    payment(order: OrderElsewhere): OrderNote
    /** `id`: the account's own id of an unpaid invoice. */
    invoice?(paymentHash: string, id: string): OrderNote
  }
}

/** A variable of the backend; `config/node-variables.ts` of the wallet lists those of all. */
export interface BackendVariable {
  readonly name: string
  /** Undefined: text. */
  readonly kind?: 'integer' | 'flag'
  readonly default?: string
  /** What the default depends on, in a few words of Markdown. */
  readonly varies?: string
  readonly min?: number
  readonly max?: number
  readonly secret?: 'whole'
  /** One sentence, in Markdown. */
  readonly about: string
  /** Its label in the web app is the text `admin.node-<field>`; undefined: that of a URL, or the name. */
  readonly field?: string
}

export interface ReadContext extends SecretRules {
  readonly env: Environment
  readonly dataFolder: string
}

/** Defaults of this kind, unless the operator configures others. */
export interface BackendFacts {
  /** A service of another company, which renews its own certificate. */
  readonly hosted: boolean
  /** How often receipts are swept and pending payments polled. */
  readonly reconcileMs: number
  /** The minimum fee reserve of a payment: the fee that some nodes charge regardless of the limit. */
  readonly minReserveMsat: number
  /**
   * The maximum of held payments: below the slots of one channel by the default settings of the node. The other slots
   * stay free for payments that are not held.
   */
  readonly maxHeld: number
}

/** `minReserveMsat`: the allowed cost of a small payment. `maxHeld`: Core Lightning's channels hold 30. */
export const USUAL_FACTS: BackendFacts = { hosted: false, reconcileMs: 2000, minReserveMsat: 2000, maxHeld: 20 }

/**
 * Hosted services limit requests: Strike allows 1000 in ten minutes, relays and wallets cut off without notice. Still
 * often enough to credit receipts within ten seconds after a service is back, even if a hanging sweep takes five of
 * these (rule A47).
 */
export const PATIENT_MS = 4000

type More = Pick<BackendVariable, 'varies' | 'field'>

export const text = (name: string, about: string, more: More = {}): BackendVariable => ({ name, about, ...more })

export const secret = (name: string, about: string, more: More = {}): BackendVariable => ({
  name,
  about,
  secret: 'whole',
  ...more,
})

type Definition<Config extends { readonly kind: string }> = Omit<Backend<Config>, 'facts' | 'credentialEnds'> & {
  readonly facts?: Partial<BackendFacts>
  credentialEnds?(config: Config): readonly (number | undefined)[]
}

export const defineBackend = <Config extends { readonly kind: string }>(
  definition: Definition<Config>,
): Backend<Config> => ({
  credentialEnds: () => [],
  ...definition,
  facts: { ...USUAL_FACTS, ...definition.facts },
})

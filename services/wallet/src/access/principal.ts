import type { Msat } from '@satchel/money/units'

/** The wallet a request acts on, as the access rule found it. */
export interface AccessedWallet {
  readonly id: string
  readonly userId: string
  readonly name: string
  /** When it was read together with the wallet; undefined = to be read where it is needed. */
  readonly balanceMsat: Msat | undefined
  readonly adminKey: string
  readonly invoiceKey: string
}

export type Role = 'user' | 'admin' | 'super-user'

/** Who asks, proven by a key or a token. */
export type Principal =
  | { readonly via: 'key'; readonly right: 'admin' | 'invoice'; readonly wallet: AccessedWallet }
  | { readonly via: 'token'; readonly userId: string; readonly role: Role }

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    /** Set by the rules for wallet routes: the key's wallet, or the one the token's user means. */
    wallet: AccessedWallet | undefined
  }
}

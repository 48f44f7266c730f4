import type { Msat, Sat } from '@satchel/money/units'

/** The permissions that an owner may give a guest of a wallet (rule S416). */
export const PERMISSIONS = ['view-payments', 'receive-payments', 'send-payments'] as const

export type Permission = (typeof PERMISSIONS)[number]

/** The wallet a request acts on, as the access rule found it. */
export interface AccessedWallet {
  readonly id: string
  /** Its owner. */
  readonly userId: string
  readonly name: string
  /** Set if it was read together with the wallet; undefined = read it when needed. */
  readonly balanceMsat: Msat | undefined
  /** The caller's own keys: a guest has those of the share. */
  readonly adminKey: string
  readonly invoiceKey: string
  /** Set when the caller is a guest. */
  readonly share?: { readonly id: string; readonly permissions: readonly Permission[] } | undefined
}

export type Role = 'user' | 'admin' | 'super-user'

export const BUDGET_PERIODS = ['day', 'week', 'month'] as const

/** The amount that an ACL token may spend in each period, fees included. */
export interface TokenBudget {
  readonly sats: Sat
  readonly period: (typeof BUDGET_PERIODS)[number]
}

/** The permissions of an ACL token on behalf of its user. */
export interface AclGrant {
  readonly tokenId: string
  readonly allowedEndpoints: readonly string[]
  readonly budget: TokenBudget | undefined
  /** The only wallet it acts on; undefined = all of its user's. */
  readonly walletId: string | undefined
}

export const STEP_UP_WAYS = ['password', 'totp', 'passkey', 'login'] as const

/** How a user can step up; `login`: by a new log-in. */
export type StepUpWay = (typeof STEP_UP_WAYS)[number]

/** The last proof of the user's identity: at a log-in or a step-up. */
export interface Proof {
  /** Given within the last minutes. */
  readonly isFresh: boolean
  readonly stepUpWays: readonly StepUpWay[]
}

/** The web app in a browser, on behalf of its user. */
export interface SessionGrant {
  readonly id: string
}

/** An access token of a log-in: what another token in its place has from it. */
export interface TokenGrant {
  /** Unix seconds. */
  readonly expiresAt: number
}

/** The caller, authenticated by a key, a token or a session. */
export type Principal =
  | {
      readonly via: 'key'
      readonly right: 'admin' | 'invoice'
      readonly wallet: AccessedWallet
      /** The stored digest of the key. */
      readonly digest: string
    }
  | {
      readonly via: 'token'
      readonly userId: string
      /** Token version of the account when the request was accepted. */
      readonly tokenVersion: number
      /** Always `user` for an ACL token: it never administers. */
      readonly role: Role
      /** Set for an ACL token. */
      readonly acl?: AclGrant | undefined
      /** When its owner logged in, Unix seconds; undefined for an ACL token. */
      readonly loggedInAt?: number | undefined
      /** Undefined for an ACL token: its owner proved their identity when its list was written. */
      readonly proof?: Proof | undefined
      /** Set for a browser's session: it sees no wallet key before a step-up. */
      readonly session?: SessionGrant | undefined
      /** Set for an access token of a log-in. */
      readonly token?: TokenGrant | undefined
      /** The account must have a second factor and has none: until then it may only set one up. */
      readonly mustSetUp?: boolean | undefined
    }

/**
 * Whether a program acts on behalf of its user: it sees no wallet keys, and not the id by which the user might log in.
 */
export const isByAclToken = (principal: Principal | undefined): boolean =>
  principal?.via === 'token' && principal.acl !== undefined

/** Whether a browser's session asks: scripts see wallet keys only where the user requests them. */
export const isBySession = (principal: Principal | undefined): boolean =>
  principal?.via === 'token' && principal.session !== undefined

/** A path of the app with its parameters: `/api/v1/payments/:checking_id`. */
export interface RoutedPath {
  readonly url: string
  readonly params: Readonly<Record<string, string>>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Changes secrets or destroys data: a session needs a step-up. */
    stepUp?: boolean
    /**
     * Shows a secret or makes access that outlives the session or token of the caller (decision 0090): a session and an
     * access token need a fresh proof. `handler-asks`: the handler requires the proof, because only some bodies need one
     * or because the body contains it.
     */
    grantsAccess?: boolean | 'handler-asks'
    /** For a path that the manual hides: the path that access lists use for it. */
    listedAs?: string
    /** For a route that serves several: the requested one, as access lists name it. */
    standsFor?: (request: FastifyRequest) => RoutedPath | undefined
    /** Behind a user rule: a token for one wallet may call it, because the answer is limited to that wallet. */
    oneWallet?: boolean
  }
  interface FastifyRequest {
    principal: Principal | undefined
    /** Set by the rules for wallet routes: the key's wallet, or the one that the token's user selects. */
    wallet: AccessedWallet | undefined
    /** Set instead of `wallet` when a user selects all its wallets. */
    walletIds: readonly string[] | undefined
  }
}

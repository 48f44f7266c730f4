export type Role = 'user' | 'admin' | 'super-user'

/** What an account may require besides its first proof, in the order in which it is offered. */
export type SecondFactorKind = 'totp' | 'passkey'

export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly displayName: string
  readonly role: Role
  /** Tokens of another version are invalid. */
  readonly tokenVersion: number
  /** Those that are set up: a log-in asks for one of them. */
  readonly secondFactors: readonly SecondFactorKind[]
  /** Unix seconds. */
  readonly createdAt: number
  /** It cannot log in, and its keys and tokens open nothing. */
  readonly isDisabled: boolean
  /** Unix seconds; undefined = never, or before this was kept. */
  readonly lastLoginAt: number | undefined
}

export const isAdmin = ({ role }: User): boolean => role !== 'user'

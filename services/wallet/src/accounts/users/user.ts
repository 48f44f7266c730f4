export type Role = 'user' | 'admin' | 'super-user'

/** A second factor, in the order in which they are offered. */
export type SecondFactorKind = 'totp' | 'passkey'

export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly displayName: string
  readonly role: Role
  /** Tokens of another version are invalid. */
  readonly tokenVersion: number
  /** The configured factors: a log-in requires one of them. */
  readonly secondFactors: readonly SecondFactorKind[]
  /** Unix seconds. */
  readonly createdAt: number
  /** The account cannot log in, and its keys and tokens are rejected. */
  readonly isDisabled: boolean
  /** Unix seconds; undefined = never, or before this was recorded. */
  readonly lastLoginAt: number | undefined
}

export const isAdmin = ({ role }: User): boolean => role !== 'user'

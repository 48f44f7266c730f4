export type Role = 'user' | 'admin' | 'super-user'

export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly displayName: string
  readonly role: Role
  /** Tokens of another version are dead. */
  readonly tokenVersion: number
  /** Unix seconds. */
  readonly createdAt: number
}

export const isAdmin = ({ role }: User): boolean => role !== 'user'

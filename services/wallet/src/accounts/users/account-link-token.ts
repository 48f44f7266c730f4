import { hash, randomBytes } from 'node:crypto'
import { badRequest, type ServiceError } from '@satchel/http/service-error'

/** 256 random bits: too many to guess. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')

/** The digest that the database stores. */
export const digestOfLink = (token: string): string => hash('sha256', token, 'hex')

/** The same error for used, expired and unknown links. */
export const linkIsOver = (): ServiceError =>
  badRequest('This link has been used, was revoked, or has expired. Ask for a new one.', { code: 'link_is_over' })

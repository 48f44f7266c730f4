import { randomBytes, randomUUID } from 'node:crypto'

/** An id nobody can guess: 122 random bits. */
export const newId = (): string => randomUUID()

/** 128 random bits as 32 lower-case hex characters: the form of wallet keys (decisions §4). */
export const newKey = (): string => randomBytes(16).toString('hex')

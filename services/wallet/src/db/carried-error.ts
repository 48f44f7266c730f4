import { type ErrorAnswer, ServiceError } from '@satchel/http/service-error'
import { CommandSignal } from './command-signal.ts'

/** An error as plain data, to be sent between threads. */
export type Carried =
  | { readonly kind: 'service'; readonly answer: ErrorAnswer }
  | ({ readonly kind: 'signal' } & Pick<CommandSignal, 'signal' | 'about'>)
  | { readonly kind: 'other'; readonly message: string; readonly code: string | undefined; readonly stack: string }

export function carry(error: unknown): Carried {
  if (error instanceof ServiceError) return { kind: 'service', answer: error.answer }
  if (error instanceof CommandSignal) return { kind: 'signal', signal: error.signal, about: error.about }
  if (!(error instanceof Error)) return { kind: 'other', message: String(error), code: undefined, stack: '' }
  const code = 'code' in error ? String(error.code) : undefined
  return { kind: 'other', message: error.message, code, stack: error.stack ?? '' }
}

export function unpack(carried: Carried): Error {
  if (carried.kind === 'service') return new ServiceError(carried.answer)
  if (carried.kind === 'signal') return new CommandSignal(carried.signal, carried.about)
  const error = new Error(carried.message)
  if (carried.code !== undefined) Object.assign(error, { code: carried.code })
  if (carried.stack !== '') error.stack = carried.stack
  return error
}

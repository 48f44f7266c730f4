/**
 * Tells the code that ran a command why it rolled back: that code retries, or reads the earlier outcome. Errors for
 * callers of the API are ServiceErrors instead.
 */
export class CommandSignal extends Error {
  readonly signal: string
  /** The subject of the signal, such as the name of a column. */
  readonly about: readonly string[]

  constructor(signal: string, about: readonly string[] = []) {
    super([signal, ...about].join(' '))
    this.signal = signal
    this.about = about
  }
}

export const isSignal = (error: unknown, signal: string): error is CommandSignal =>
  error instanceof CommandSignal && error.signal === signal

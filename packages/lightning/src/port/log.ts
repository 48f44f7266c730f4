/** The log of a backend for operators: facts chosen one by one, never a request, a header or a body. */
export interface Log {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

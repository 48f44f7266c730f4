/** An error of a single call, with gRPC's code. */
export const failure = (code: number, message: string) => ({ code, message, details: [] })

/** The same in the first line of a stream. */
export const streamFailure = (code: number, message: string) => ({ error: failure(code, message) })

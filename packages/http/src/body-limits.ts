/** The longest body of a route that sets no `bodyLimit`. */
export const BODY_BYTES = 64 * 1024

/** The `bodyLimit` of routes that take lists or pictures, and know their caller before the body is read. */
export const LARGE_BODY_BYTES = 1024 * 1024

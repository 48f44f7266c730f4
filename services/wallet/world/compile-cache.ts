/** For a process with an environment of its own: what `npm` lets Node compile once is there for it, too (decision 0012). */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** A folder without `.env` and `satchel.toml`: what a developer configured does not reach tests. */
export const NO_FILES = { SERVICE_CONFIG_FOLDER: import.meta.dirname }

/** For a process with an environment of its own: what `npm` lets Node compile once is there for it, too (decision 0012). */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

import { totalmem } from 'node:os'

/** Of the machine, or of the container that limits this process. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
const MB = 1024 * 1024

/**
 * The pages that each of the two connections keeps: a 256th of the memory, between 2 and 16 MB. More saves little, because
 * the system keeps the file's pages, too (decision 0101).
 */
export const CACHE_SIZE = `cache_size = -${Math.round(Math.min(Math.max(memory / 256, 2 * MB), 16 * MB) / 1024)}`

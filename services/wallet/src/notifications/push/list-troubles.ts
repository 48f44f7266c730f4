import { statfs } from 'node:fs/promises'
import type { Trouble } from './queue-news.ts'

const MIN_FREE = 0.05

/** Lists a disk with less than 5 % free. A node that does not answer is an alarm. */
export async function listTroubles(dataFolder: string): Promise<Trouble[]> {
  const { bavail, blocks } = await statfs(dataFolder)
  return isFull(bavail, blocks) ? ['disk-full'] : []
}

export const isFull = (free: number, all: number): boolean => all > 0 && free / all < MIN_FREE

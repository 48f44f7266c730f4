import { statfs } from 'node:fs/promises'
import type { Trouble } from './queue-news.ts'

export interface TroubleDeps {
  readonly health: { answers(): boolean; answeredAt(): number | undefined }
  readonly dataFolder: string
  readonly nowSeconds: () => number
  /** When this process began, Unix seconds. */
  readonly since: number
}

const SILENT_SECONDS = 300
const MIN_FREE = 0.05

/** Lists a node that has not answered for five minutes, and a disk with less than 5 % free. */
export async function listTroubles({ health, dataFolder, nowSeconds, since }: TroubleDeps): Promise<Trouble[]> {
  const isSilent = !health.answers() && nowSeconds() - (health.answeredAt() ?? since) > SILENT_SECONDS
  const { bavail, blocks } = await statfs(dataFolder)
  return [...(isSilent ? (['node-down'] as const) : []), ...(isFull(bavail, blocks) ? (['disk-full'] as const) : [])]
}

export const isFull = (free: number, all: number): boolean => all > 0 && free / all < MIN_FREE

import { readFileSync } from 'node:fs'

/** Which tables are distributed. `plain`: Debian's PostgreSQL without Citus, to compare with. */
export const LAYOUTS = {
  plain: [],
  /** What does not work: a crash of the coordinator tears commits apart (halve-commit.ts). */
  untracked: ['distribute-by-wallet.sql'],
  wallets: ['distribute-by-wallet.sql', 'tracked-tables.sql'],
  payments: ['distribute-by-wallet.sql', 'distribute-payments.sql', 'tracked-tables.sql'],
} as const

export type Layout = keyof typeof LAYOUTS

export function readLayout(name: string): Layout {
  if (Object.hasOwn(LAYOUTS, name)) return name as Layout
  throw new Error(`unknown layout ${name}; known: ${Object.keys(LAYOUTS).join(', ')}`)
}

export const layoutSql = (layout: Layout): string[] =>
  LAYOUTS[layout].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))

import type { FundingSources } from '../../src/funding/funding-sources.ts'

/** Hides the exact balance, as with every real node, whose balance proves nothing about single payments. For tests only. */
export function hideExactBalance({ all }: Pick<FundingSources, 'all'>): void {
  for (const { can } of all) Object.assign(can, { exactBalance: false })
}

import { useStatus } from '../../api/wallets.ts'
import { Banner } from '../../parts/banner.tsx'
import { troubleText } from './trouble-text.ts'

/** The node's trouble in one line; the node's page has the advice. */
export function NodeBanner() {
  const trouble = useStatus()?.node_trouble ?? null
  return trouble === null ? null : <Banner icon="warning">{troubleText(trouble).title}</Banner>
}

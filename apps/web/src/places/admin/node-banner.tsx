import { useStatus } from '../../api/wallets.ts'
import { Banner } from '../../parts/banner.tsx'
import { troubleText } from './trouble-text.ts'

/** Why the node does not answer, or not as it should; the page of the node says what to do. */
export function NodeBanner() {
  const trouble = useStatus()?.node_trouble ?? null
  return trouble === null ? null : <Banner icon="warning">{troubleText(trouble).title}</Banner>
}

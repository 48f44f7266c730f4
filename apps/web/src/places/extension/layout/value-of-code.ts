import type { Item } from '../../../api/extensions.ts'

/** The content of the code that the service draws of the item. */
export function valueOfCode(item: Item): string | undefined {
  const address = item['qr_url']
  if (typeof address !== 'string' || !URL.canParse(address, location.href)) return undefined
  return new URL(address, location.href).searchParams.get('data') ?? undefined
}

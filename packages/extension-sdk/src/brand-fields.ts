import type { Page } from './page.ts'
import type { Shape } from './shape.ts'

/** How the public pages of an item look. Spread them into `resource`, and `brandOf(item)` into its pages. */
export const BRAND_FIELDS = {
  logo: {
    type: 'text',
    as: 'url',
    max: 2048,
    pattern: '^https://[^\\s\\u0000-\\u001f]+$',
    doc: 'URL (https) of a picture above the title of its pages.',
    optional: true,
    show: 'public',
  },
  color: {
    type: 'text',
    as: 'color',
    max: 7,
    pattern: '^#[0-9a-fA-F]{6}$',
    doc: 'Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read.',
    optional: true,
    show: 'public',
  },
} as const satisfies Shape

interface Branded {
  readonly logo?: string | null | undefined
  readonly color?: string | null | undefined
}

export const brandOf = ({ logo, color }: Branded): Pick<Page, 'brand'> => ({
  brand: { ...(typeof logo === 'string' && { logo }), ...(typeof color === 'string' && { color }) },
})

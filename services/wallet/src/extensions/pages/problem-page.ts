import type { Page } from '@satchel/extension-sdk/page'

/** What people see instead of a page that cannot be shown: the same words as programs get as `detail`. */
export const problemPage = (status: number, detail: string): Page => ({
  title: TITLES[status] ?? 'This did not work',
  blocks: [{ kind: 'text', text: detail }],
})

const TITLES: Readonly<Record<number, string>> = {
  404: 'Not found',
  410: 'No longer there',
  429: 'Too many requests',
  503: 'Not available now',
}

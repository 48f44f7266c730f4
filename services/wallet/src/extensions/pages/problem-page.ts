import type { Page } from '@satchel/extension-sdk/page'

/** What people see instead of a page that cannot be shown: the same words as programs get as `detail`. `back`: where they came from. */
export const problemPage = (status: number, detail: string, back?: string): Page => ({
  title: TITLES[status] ?? 'This did not work',
  blocks: [
    { kind: 'text', text: detail },
    ...(back === undefined ? [] : [{ kind: 'link', text: 'Back', href: back } as const]),
  ],
})

const TITLES: Readonly<Record<number, string>> = {
  404: 'Not found',
  410: 'No longer there',
  429: 'Too many requests',
  503: 'Not available now',
}

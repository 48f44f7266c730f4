import { readFileSync } from 'node:fs'

const nameOf = (id: string): string => `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('_', ' ')}`

/** Fields alone: five endpoints, a public answer, no code. */
export const manifestTemplate = (id: string) => ({
  id,
  name: nameOf(id),
  version: '0.1.0',
  short_description: `Keeps things in a ${id.replaceAll('_', ' ')}.`,
  api_version: 1,
  runtime: { kind: 'declarative' },
  permissions: [],
  resource: {
    title: { type: 'text', max: 100, doc: 'What it is called.', show: 'public' },
    price: { type: 'money', doc: 'What it costs, in `currency`.', default: 0, show: 'public' },
    currency: { type: 'currency', doc: 'Of the price: `sat`, or ISO 4217.', default: 'sat', show: 'public' },
    note: { type: 'text', max: 500, doc: 'For the owner alone.', optional: true },
  },
})

const fill = (file: string, id: string): string =>
  readFileSync(new URL(`./templates/${file}`, import.meta.url), 'utf8')
    .replaceAll('{{id}}', id)
    .replaceAll('{{ID}}', id.toUpperCase())
    .replaceAll('{{Name}}', nameOf(id))

/** An item that is paid for: a field, a public route, a page, and what a payment changes. */
export const codeTemplate = (id: string): string => fill('code.ts.txt', id)
export const testTemplate = (id: string): string => fill('test.ts.txt', id)
export const readmeTemplate = (id: string): string => fill('readme.md.txt', id)

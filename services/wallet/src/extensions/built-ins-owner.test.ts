import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { describeOwner } from '@satchel/extension-sdk/owner/describe-owner'
import { OWNER_LAYOUTS } from '@satchel/extension-sdk/owner/owner'
import type { DescribedField } from '@satchel/extension-sdk/owner/owner-description'
import { COMMON_WORDS } from '@satchel/extension-sdk/owner/owner-words'
import type { Shape } from '@satchel/extension-sdk/shape'
import { LANGUAGES } from '@satchel/page/languages'
import { describe, expect, test } from 'vitest'
import { BUILT_INS } from './built-ins.ts'

const CASES = BUILT_INS.map((extension) => ({ extId: extension.manifest.id, extension }))

/** `events.tickets` → its fields, those inside lists included. */
const allFields = (fields: readonly DescribedField[], place?: string): { field: DescribedField; place?: string }[] =>
  fields.flatMap((field) => [
    { field, ...(place !== undefined && { place }) },
    ...allFields(field.of ?? [], field.name),
  ])

/** What owners read, each as the keys of which one must have a text. */
function neededKeys(extension: AnyExtension): string[][] {
  const { fields, options, lists, actions, links, groups } = describeOwner(extension, 'en')
  const everyAction = [...actions, ...lists.flatMap((list) => list.actions)]
  const everyField = [
    ...allFields([...fields, ...options]),
    ...lists.flatMap(({ id, fields: own }) => allFields(own, id)),
    ...everyAction.flatMap(({ id, fields: own, answer }) => allFields([...own, ...answer], id)),
  ].filter(({ field }) => field.name !== '' || field.options !== undefined)
  return [
    ['app.name'],
    ['app.about'],
    ['noun.one'],
    ['noun.many'],
    ...everyField.flatMap(({ field: { name }, place }) =>
      name === '' ? [] : [place === undefined ? [`field.${name}`] : [`${place}.${name}`, `field.${name}`]],
    ),
    ...everyField.flatMap(({ field: { name, options: values = [] }, place = '' }) =>
      values.map(({ value }) => [`option.${name === '' ? place : name}.${value}`, `option.${value}`]),
    ),
    ...Object.keys(groups).map((group) => [`group.${group}`]),
    ...lists.map(({ id }) => [`list.${id}`]),
    ...everyAction.map(({ id }) => [`action.${id}`]),
    ...links.map(({ id }) => [`link.${id}`]),
  ]
}

describe.each(CASES)('the owner’s pages of $extId', ({ extension }) => {
  const { owner, resource, manifest } = extension
  const shape = resource as Shape

  test('have each label, group, list, action and link in all languages', () => {
    const needed = neededKeys(extension)
    for (const language of Object.keys(LANGUAGES)) {
      const own = owner?.texts?.[language] ?? {}
      const missing = needed.filter((keys) => !keys.some((key) => key in own || key in COMMON_WORDS[language]!))
      expect([language, missing]).toEqual([language, []])
      expect([language, Object.keys(own)]).toEqual([language, Object.keys(owner?.texts?.['en'] ?? {})])
      expect([language, Object.values(own).filter((text) => text.trim() === '')]).toEqual([language, []])
    }
  })

  test('have no text without a use', () => {
    const needed = new Set(neededKeys(extension).flat())
    const names = new Set([...needed].filter((key) => key.startsWith('field.')).map((key) => key.slice(6)))
    const actions = new Set([...needed].filter((key) => key.startsWith('action.')).map((key) => key.slice(7)))
    const unused = Object.keys(owner?.texts?.['en'] ?? {}).filter((key) => {
      if (key.startsWith('help.')) return !names.has(key.slice(5))
      if (key.startsWith('confirm.')) return !actions.has(key.slice(8))
      return !needed.has(key)
    })
    expect(unused).toEqual([])
  })

  test('refer only to existing fields, routes and groups', () => {
    const names = new Set([...Object.keys(shape), 'page_url'])
    const inPaths = [owner?.page ?? '', ...(owner?.links ?? []).map(({ path = '' }) => path)].flatMap((path) =>
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    )
    const named = [
      ...(owner?.columns ?? []),
      ...Object.keys(owner?.fields ?? {}),
      ...(owner?.links ?? []).flatMap(({ field = [] }) => field),
      ...inPaths.filter((name) => name !== 'id'),
      ...(owner?.code === undefined ? [] : [owner.code]),
      ...(owner?.state === undefined ? [] : [owner.state]),
      ...(owner?.figures ?? []),
      ...(owner?.meters ?? []).flatMap(({ used, limit, list }) => (list === undefined ? [used, limit] : [list])),
    ]
    expect(named.filter((name) => !names.has(name))).toEqual([])
    const routes = Object.keys(extension.routes ?? {})
    expect(Object.keys(owner?.actions ?? {}).filter((key) => !routes.includes(key))).toEqual([])
    expect(owner?.columns?.length).toBeGreaterThan(1)
    expect(owner?.category).toBeDefined()
  })

  test('have a layout: what is shown on top is a field or a list of an item', () => {
    const { layout, state, figures, entries, lists, fields } = describeOwner(extension, 'en')
    expect(OWNER_LAYOUTS).toContain(layout)
    const shown = [...figures, ...(state === undefined ? [] : [state])]
    expect(shown.filter((name) => !fields.some((field) => field.name === name))).toEqual([])
    const first = lists.find(({ id }) => id === entries)
    expect([first?.of, first?.kind]).toEqual(entries === undefined ? [undefined, undefined] : ['item', 'list'])
    expect(first === undefined || Object.keys(first.row).length > 1).toBe(true)
  })

  test('cover every operation that needs a key, or give the reason', () => {
    const { lists, actions, links } = describeOwner(extension, 'en')
    const reached = new Set([
      ...lists.map(({ path }) => `GET ${path}`),
      ...[...actions, ...lists.flatMap((list) => list.actions)].map(({ method, path }) => `${method} ${path}`),
      ...links.map(({ path }) => `GET ${path}`),
    ])
    const own = Object.entries<{ access: string }>(extension.routes ?? {}).filter(([, { access }]) =>
      ['invoice', 'admin'].includes(access),
    )
    const forgotten = own.filter(([key]) => {
      const [method, path = ''] = key.split(' ')
      const address = `${method} /${manifest.id}${path.replaceAll(/:(\w+)/g, '{$1}')}`
      return !reached.has(address) && owner?.actions?.[key]?.hidden === undefined
    })
    expect(forgotten.map(([key]) => key)).toEqual([])
  })
})

test('common words are the same in all languages, and sorted', () => {
  for (const language of Object.keys(LANGUAGES)) {
    expect(Object.keys(COMMON_WORDS[language]!)).toEqual(Object.keys(COMMON_WORDS['en']!).sort())
  }
})

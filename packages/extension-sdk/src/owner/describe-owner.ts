import type { AnyExtension, Route } from '../extension.ts'
import type { Shape } from '../shape.ts'
import { describeFields, type FieldWords } from './describe-field.ts'
import { describeLayout, describeRow } from './describe-layout.ts'
import type { OwnerLink, OwnerPages } from './owner.ts'
import type { DescribedAction, DescribedLink, DescribedList, OwnerDescription } from './owner-description.ts'
import { type FindWords, labelFrom, wordsOf } from './owner-words.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- routes of any extension
type AnyRoute = Route<any, any, any, Shape, Shape>

interface OwnRoute {
  /** As in the definition: `POST /api/v1/:id/rekey`. */
  readonly key: string
  readonly method: string
  /** Below the extension: `/api/v1/:id/rekey`. */
  readonly path: string
  readonly route: AnyRoute
}

/**
 * The owner's pages of an extension as data, in one language: its fields, its lists and actions (from its routes that
 * need a key), and the links of its items. Derived from the definition only, so that no route is forgotten.
 */
export function describeOwner(extension: AnyExtension, language: string): OwnerDescription {
  const { manifest, owner, noun, filters = [], createQuery } = extension
  const find = wordsOf(owner, language)
  const resource = extension.resource as Shape
  const words: FieldWords = {
    find,
    docIsHelp: owner?.texts?.['en'] === undefined,
    ...(owner?.fields && { layout: owner.fields }),
  }
  const fields = describeFields(resource, words)
  const routes = ownRoutesOf(extension)
  const lists = routes.filter(isList).map((list) => describeList(extension.manifest.id, list, routes, owner, find))
  const actions = routes
    .filter(
      (each) => each.method !== 'GET' && !isHidden(owner, each.key) && !routes.some((list) => isBelow(list, each)),
    )
    .map((each) => describeAction(manifest.id, each, owner, find))
  return {
    id: manifest.id,
    name: find('app.name') ?? manifest.name,
    about: find('app.about') ?? manifest.short_description,
    ...(owner?.category !== undefined && { category: owner.category }),
    ...describeLayout(extension, fields, lists),
    noun: nounOf(noun, find),
    base: `/${manifest.id}/api/v1/`,
    columns: columnsOf(extension),
    filters,
    fields,
    options: describeFields(createQuery as Shape | undefined, words),
    groups: Object.fromEntries(
      groupsOf(owner, fields).map((group) => [group, find(`group.${group}`) ?? labelFrom(group)]),
    ),
    links: linksOf(extension, find),
    lists,
    actions,
  }
}

const nounOf = (noun: string | undefined, find: FindWords): OwnerDescription['noun'] => ({
  one: find('noun.one') ?? (noun === undefined ? undefined : labelFrom(noun)) ?? find('item.one') ?? '',
  many: find('noun.many') ?? (noun === undefined ? undefined : labelFrom(`${noun}s`)) ?? find('item.many') ?? '',
})

/** In the order of the layout. */
const groupsOf = (owner: OwnerPages | undefined, fields: OwnerDescription['fields']): readonly string[] => [
  ...new Set([...Object.values(owner?.fields ?? {}), ...fields].flatMap(({ group }) => group ?? [])),
]

/** The fields that the extension lists, else the first three that always have a value. */
function columnsOf({ owner, resource }: AnyExtension): readonly string[] {
  if (owner?.columns !== undefined) return owner.columns
  const fields = Object.entries(resource as Shape)
  return fields
    .filter(
      ([, { type, show = 'owner' }]) => type !== 'json' && type !== 'list' && (show === 'owner' || show === 'public'),
    )
    .slice(0, 3)
    .map(([name]) => name)
}

/** Needs a key of the wallet. Protocols for other programs have their own credentials. */
function ownRoutesOf({ routes = {} }: AnyExtension): readonly OwnRoute[] {
  return Object.entries(routes as Readonly<Record<string, AnyRoute>>).flatMap(([key, route]) => {
    const [method = '', path = ''] = key.split(' ')
    const isOwn = route.access === 'invoice' || route.access === 'admin'
    return isOwn && path.startsWith('/api/v1/') ? [{ key, method, path, route }] : []
  })
}

const isHidden = (owner: OwnerPages | undefined, key: string): boolean => owner?.actions?.[key]?.hidden !== undefined

const isList = ({ method }: OwnRoute): boolean => method === 'GET'

/** On a list, or on a row of it. */
const isBelow = (list: OwnRoute, { path }: OwnRoute): boolean =>
  isList(list) && (path === list.path || path.startsWith(`${list.path}/:`))

const ofItem = (path: string): boolean => path.startsWith('/api/v1/:id/')

/** `/api/v1/:id/tickets/:ticket/register` → `tickets`, `:ticket`, `register`. */
const partsOf = (path: string): readonly string[] =>
  path.replace(ofItem(path) ? '/api/v1/:id/' : '/api/v1/', '').split('/')

const wordsOfPath = (path: string): readonly string[] => partsOf(path).filter((part) => !part.startsWith(':'))

function describeList(
  extId: string,
  list: OwnRoute,
  routes: readonly OwnRoute[],
  owner: OwnerPages | undefined,
  find: FindWords,
): DescribedList {
  const { path, route } = list
  const id = wordsOfPath(path).join('.')
  const isRows = route.replyType === 'list'
  const fields = describeFields(route.reply, { find, place: id, docIsHelp: false })
  const below = routes.filter((each) => each.method !== 'GET' && !isHidden(owner, each.key) && isBelow(list, each))
  return {
    id,
    label: find(`list.${id}`) ?? labelFrom(id.split('.').at(-1) ?? id),
    path: toPath(extId, path),
    of: ofItem(path) ? 'item' : 'extension',
    kind: isRows ? 'list' : 'object',
    paged: route.query !== undefined && 'offset' in route.query,
    fields,
    row: describeRow(fields),
    actions: below.map((each) =>
      describeAction(extId, each, owner, find, { path, fields: fields.map(({ name }) => name) }),
    ),
  }
}

/** `PUT …/tickets/:ticket/register` → `tickets.register`; a path that ends in a row is changed or deleted. */
function actionId({ method, path }: OwnRoute, isOnList: boolean): string {
  const words = wordsOfPath(path)
  if (method === 'DELETE') return [...words, 'delete'].join('.')
  if (method === 'PUT')
    return partsOf(path).at(-1)?.startsWith(':') === true || isOnList ? [...words, 'change'].join('.') : words.join('.')
  return isOnList ? [...words, 'create'].join('.') : words.join('.')
}

function describeAction(
  extId: string,
  each: OwnRoute,
  owner: OwnerPages | undefined,
  find: FindWords,
  list?: { readonly path: string; readonly fields: readonly string[] },
): DescribedAction {
  const { key, method, path, route } = each
  const id = actionId(each, list?.path === path)
  const param = /:(\w+)/.exec(ofItem(path) ? path.slice('/api/v1/:id/'.length) : path)?.[1]
  const confirm = find(`confirm.${id}`)
  const about = describeFields(route.body, { find, place: id, docIsHelp: false })
  return {
    id,
    label: find(`action.${id}`) ?? labelFrom(id.split('.').at(-1) ?? id),
    method,
    path: toPath(extId, path),
    of: param !== undefined ? 'row' : ofItem(path) ? 'item' : 'extension',
    ...(param !== undefined && { row: { param, field: list?.fields.includes(param) === true ? param : 'id' } }),
    danger: owner?.actions?.[key]?.danger ?? method === 'DELETE',
    ...(confirm !== undefined && { confirm }),
    fields: about,
    answer: describeFields(route.reply, { find, place: id, docIsHelp: false }),
  }
}

const toPath = (extId: string, path: string): string => `/${extId}${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** Its page first: to open, to copy, as a code and to a tag. */
function linksOf({ manifest, owner }: AnyExtension, find: FindWords): readonly DescribedLink[] {
  const page = owner?.page === undefined ? [] : PAGE_LINKS
  return [...page, ...(owner?.links ?? [])].map((link) => ({
    ...link,
    label: find(`link.${link.id}`) ?? labelFrom(link.id),
    ...(link.path !== undefined && { path: `/${manifest.id}${link.path}` }),
  }))
}

const PAGE_LINKS: readonly OwnerLink[] = [
  { id: 'page', kind: 'open', field: 'page_url' },
  { id: 'page_copy', kind: 'copy', field: 'page_url' },
  { id: 'page_code', kind: 'qr', field: 'page_url' },
  { id: 'page_tag', kind: 'nfc', field: 'page_url' },
]
